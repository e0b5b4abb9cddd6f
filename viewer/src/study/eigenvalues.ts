// eigenvalues.ts: eigenvalues in the complex plane, with the boundary of stability.
import { type EigenvalueSection } from "../data";
import { type Payload } from "../payload";
import { addCurve, addLegend, legendHeight, limits, makeChart, shape } from "../svg/chart";
import { ink, seriesColor, type Theme } from "../theme";
import { drawing, numbers } from "./drawing";

export function eigenvalueSection(section: EigenvalueSection, payload: Payload): HTMLElement {
  const sets = section.sets.map((set) => ({ name: set.name, re: numbers(set.re, payload), im: numbers(set.im, payload) }));
  const names = sets.map((set) => set.name), circle = section.boundary === "unit_circle";
  const draw = (width: number, look: Theme, background: boolean) => {
    const ring = circle ? [[-1, 1]] : [[0]];
    const x = { label: "real part", log: false, ...limits([...sets.map((s) => s.re), ...ring], false) };
    const y = { label: "imaginary part", log: false, ...limits([...sets.map((s) => s.im), ...ring], false) };
    const legend = legendHeight(names, width - 78), height = Math.round(Math.min(520, Math.max(320, 0.62 * width))) + legend;
    const chart = makeChart({ width, height, legend, look, background, equal: circle, title: background ? section.title : undefined }, x, y), colors = ink(look);
    if (circle) {
      const rx = chart.x(1) - chart.x(0), ry = chart.y(0) - chart.y(1);
      chart.inside.append(shape("ellipse", { cx: chart.x(0), cy: chart.y(0), rx, ry, fill: colors.accent, "fill-opacity": 0.09, stroke: colors.faint, "stroke-width": 1.2 }));
    } else if (section.boundary === "imaginary_axis") {
      chart.inside.append(shape("rect", { x: chart.left, y: chart.top, width: Math.max(0, chart.x(0) - chart.left), height: chart.bottom - chart.top, fill: colors.accent, "fill-opacity": 0.09 }));
    }
    for (const [x1, y1, x2, y2] of [[chart.x(0), chart.top, chart.x(0), chart.bottom], [chart.left, chart.y(0), chart.right, chart.y(0)]])
      chart.inside.append(shape("line", { x1, y1, x2, y2, stroke: colors.faint }));
    sets.forEach((set, k) => addCurve(chart, { name: set.name, x: set.re, y: set.im, color: seriesColor(k, look), line: false, points: true }));
    addLegend(chart, names.map((name, k) => ({ name, color: seriesColor(k, look), points: true })), background && section.title ? 32 : 4, look);
    return chart.svg;
  };
  return drawing(section.title ?? "", draw, () => ({ names: sets.flatMap((s) => [`${s.name}: re`, `${s.name}: im`]), columns: sets.flatMap((s) => [s.re, s.im]) }));
}
