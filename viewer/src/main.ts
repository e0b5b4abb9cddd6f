// main.ts: reads the page's data and shows a run or a study.
import { applyAddress, applyAddressFirst } from "./address";
import { exposeForTests } from "./for_tests";
import { button, iconButton, make } from "./dom";
import { type Header } from "./data";
import { PageError } from "./page_error";
import { readPayload } from "./payload";
import { makeRun } from "./run_page";
import { clip } from "./sane_values";
import { makeStudy } from "./study/study_page";
import { setTheme, startTheme, theme } from "./theme";

const HALF_MOON = "M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14";

async function start(): Promise<void> {
  const page = document.getElementById("page")!;
  startTheme();
  applyAddressFirst();
  try {
    const payload = await readPayload(), { header } = payload;
    document.title = clip(header.title, 100);
    if (header.kind === "study") {
      page.replaceChildren(topBar(header, null), makeStudy(payload), foot(header));
      exposeForTests(null);
    } else {
      const run = makeRun(payload);
      page.replaceChildren(topBar(header, run.help), run.element, foot(header));
      applyAddress(run);
      exposeForTests(run);
    }
  } catch (error) {
    const words = error instanceof PageError ? error.message : `The page cannot be shown: ${clip(String(error), 300)}`;
    page.replaceChildren(make("p", { class: "notice bad", text: words }));
    if (!(error instanceof PageError)) console.error(error);
  }
}

function topBar(header: Header, help: (() => void) | null): HTMLElement {
  const status = header.report?.status;
  const failed = status === "failed" || header.report?.residuals?.some((r) => r.verdict === "fail");
  const words: Record<string, string> = { done: failed ? "done, bound exceeded" : "done", failed: "failed", stopped_by_event: "stopped by an event", cancelled: "cancelled" };
  const subtitle = header.subtitle || header.model?.description || "";
  return make("header", { class: header.kind === "study" ? "top narrow" : "top" },
    make("div", { class: "titles" }, make("h1", { text: clip(header.title, 100), title: clip(header.title, 300) }), subtitle ? make("p", { text: clip(subtitle, 240), title: clip(subtitle, 1000) }) : null),
    status ? make("span", { class: `status ${failed ? "bad" : status === "done" ? "good" : "warn"}`, text: words[status] ?? clip(status, 30) }) : null,
    make("div", { class: "tools" }, help ? button("?", "Keyboard and mouse (?)", help) : null,
      iconButton(HALF_MOON, "Toggle dark mode", () => setTheme(theme() === "dark" ? "light" : "dark"))));
}

function foot(header: Header): HTMLElement {
  const parts = [header.generator, header.model?.file ? `model ${header.model.file}` : ""].filter(Boolean).map((part) => clip(part!, 120));
  return make("footer", { class: "foot faint", text: parts.join(" · ") });
}

void start();
