// drawing.ts: a chart of a study: redrawn when its width or the theme changes, and saved as CSV, PNG or SVG.
import { csv } from "../csv";
import { button, download, fileName, make } from "../dom";
import { type Values } from "../data";
import { type Payload } from "../payload";
import { savePng, saveSvg } from "../svg/save";
import { onTheme, theme, type Theme } from "../theme";

export type Draw = (width: number, look: Theme, background: boolean) => SVGSVGElement;

export function drawing(name: string, draw: Draw, table: () => { names: string[]; columns: ArrayLike<number>[] }): HTMLElement {
  const paper = make("div", { class: "drawing" });
  let width = 0;
  const show = () => {
    const now = Math.min(900, paper.clientWidth);
    if (now < 100) return;
    width = now;
    paper.replaceChildren(draw(width, theme(), false));
  };
  new ResizeObserver(() => { if (Math.abs(Math.min(900, paper.clientWidth) - width) > 2) show(); }).observe(paper);
  onTheme(show);
  const file = fileName(name || "chart");
  const tools = make("div", { class: "tools" },
    button("CSV", "Download the data as CSV", () => { const { names, columns } = table(); download(`${file}.csv`, csv(names, columns, 0, Math.max(0, ...columns.map((c) => c.length)))); }),
    button("PNG", "Download as PNG", () => void savePng(draw(860, "light", true), file)),
    button("SVG", "Download as SVG", () => saveSvg(draw(860, "light", true), file)));
  return make("div", { class: "drawing-with-tools" }, paper, tools);
}

export function numbers(values: Values, payload: Payload): ArrayLike<number> {
  if (Array.isArray(values)) return values;
  return payload.columns[values.column] ?? [];
}
