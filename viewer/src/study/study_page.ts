// study_page.ts: a comparison or a reproduction: its sections, one below the other.
import { type Section } from "../data";
import { make } from "../dom";
import { clip } from "../sane_values";
import { type Payload } from "../payload";
import { chartSection } from "./charts";
import { contourSection } from "./contour";
import { eigenvalueSection } from "./eigenvalues";
import { tableSection } from "./table";

export function makeStudy(payload: Payload): HTMLElement {
  const page = make("main", { class: "study" });
  for (const section of payload.header.sections ?? []) {
    const holder = make("section", { class: `card section ${section.type}` });
    if (section.title) holder.append(make("h2", { text: clip(section.title, 160) }));
    try {
      holder.append(content(section, payload));
    } catch (error) {
      holder.append(make("p", { class: "notice warn", text: `This section cannot be shown: ${clip(String(error), 300)}` }));
    }
    if ("note" in section && section.note) holder.append(make("p", { class: "faint note", text: clip(section.note, 4000) }));
    page.append(holder);
  }
  return page;
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
