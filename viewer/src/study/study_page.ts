// study_page.ts: a comparison or a reproduction: its sections one below the other, charts two in a row where they fit, with their contents.
import { type Section } from "../data";
import { make } from "../dom";
import { clip } from "../sane_values";
import { type Payload } from "../payload";
import { chartSection } from "./charts";
import { makeContents } from "./contents";
import { contourSection } from "./contour";
import { eigenvalueSection } from "./eigenvalues";
import { tableSection } from "./table";

export function makeStudy(payload: Payload): HTMLElement {
  const sections = (payload.header.sections ?? []).map((section) => ({ section, holder: makeSection(section, payload) }));
  sections.forEach(({ section, holder }, k) => {
    const inRow = isChart(section) && [sections[k - 1], sections[k + 1]].some((other) => other && isChart(other.section));     // alone it would leave half a row empty
    holder.classList.toggle("half", inRow);
  });
  const contents = makeContents(sections);
  return make("div", { class: contents ? "study-layout with-contents" : "study-layout" }, contents, make("main", { class: "study" }, ...sections.map(({ holder }) => holder)));
}

const isChart = (section: Section) => section.type !== "text" && section.type !== "table";

function makeSection(section: Section, payload: Payload): HTMLElement {
  const holder = make("section", { class: `card section ${section.type}` });
  if (section.title) holder.append(make("h2", { text: clip(section.title, 160) }));
  try {
    holder.append(content(section, payload));
  } catch (error) {
    holder.append(make("p", { class: "notice warn", text: `This section cannot be shown: ${clip(String(error), 300)}` }));
  }
  if ("note" in section && section.note) holder.append(make("p", { class: "faint note", text: clip(section.note, 4000) }));
  return holder;
}

function content(section: Section, payload: Payload): Node {
  switch (section.type) {
    case "text": {
      const text = make("div", { class: "prose" });
      for (const paragraph of section.text.split(/\n\s*\n/).slice(0, 500)) text.append(make("p", { text: paragraph.replace(/\s*\n\s*/g, " ") }));
      return text;
    }
    case "table": return tableSection(section);
    case "contour": return contourSection(section, payload);
    case "eigenvalues": return eigenvalueSection(section, payload);
    default: return chartSection(section, payload);
  }
}
