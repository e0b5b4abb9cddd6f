// charts.ts: convergence, work-precision and plain curves, with slope triangles where axes are logarithmic.
import { type AxisInfo, type ChartSection } from "../data";
import { format } from "../numbers";
import { type Payload } from "../payload";
import { addCurve, addLegend, legendHeight, limits, makeChart, shape, type Chart, type ChartAxis } from "../svg/chart";
import { ink, seriesColor, type Theme } from "../theme";
import { drawing, numbers } from "./drawing";

export function axisOf(info: AxisInfo, lists: ArrayLike<number>[]): ChartAxis {
  const log = info.log === true, found = limits(lists, log);
  const good = (v: number | undefined) => v !== undefined && (!log || v > 0);
  return { label: info.unit ? `${info.name} in ${info.unit}` : info.name, log, min: good(info.min) ? info.min! : found.min, max: good(info.max) ? info.max! : found.max };
}

export function chartSection(section: ChartSection, payload: Payload): HTMLElement {
  const curves = section.series.map((s) => ({ ...s, x: numbers(s.x, payload), y: numbers(s.y, payload) }));
  const dots = section.type !== "lines";
  const names = curves.map((c) => (c.order !== undefined ? `${c.name} (order ${format(c.order, 3)})` : c.name));
  const draw = (width: number, look: Theme, background: boolean) => {
    const x = axisOf(section.x, curves.map((c) => c.x)), y = axisOf(section.y, curves.map((c) => c.y));
    const legend = legendHeight(names, width - 78), height = Math.round(Math.min(460, Math.max(300, 0.56 * width))) + legend;
    const chart = makeChart({ width, height, legend, look, background, title: background ? section.title : undefined }, x, y);
    if (x.log && y.log) (section.slopes ?? []).forEach((s, k) => addSlope(chart, x, y, s.slope, s.name || `slope ${format(s.slope, 3)}`, k, look));
    curves.forEach((c, k) => addCurve(chart, { name: c.name, x: c.x, y: c.y, color: seriesColor(k, look), line: c.style !== "points", points: c.style === "points" || c.style === "both" || (c.style === undefined && dots), dashed: c.style === "dashed" }));
    addLegend(chart, curves.map((c, k) => ({ name: names[k], color: seriesColor(k, look), dashed: c.style === "dashed", points: c.style === "points" })), background && section.title ? 32 : 4, look);
    return chart.svg;
  };
  return drawing(section.title ?? "", draw, () => ({ names: curves.flatMap((c) => [`${c.name}: ${section.x.name}`, `${c.name}: ${section.y.name}`]), columns: curves.flatMap((c) => [c.x, c.y]) }));
}

// A triangle of the given slope, at most a decade wide, in the lower corner that curves of such slopes leave free.
function addSlope(chart: Chart, x: ChartAxis, y: ChartAxis, slope: number, name: string, k: number, look: Theme): void {
  const colors = ink(look), decades = Math.log10(x.max / x.min), run = Math.min(1, 0.16 * decades);
  const perDecade = Math.abs(chart.x(10 * x.min) - chart.x(x.min));
  const rise = slope * run * Math.abs(chart.y(10 * y.min) - chart.y(y.min)), falling = rise < 0;
  const step = k * (run * perDecade + 58);
  const x0 = falling ? chart.left + 24 + step : chart.right - 16 - step - run * perDecade, x1 = x0 + run * perDecade;
  const low = chart.bottom - 22, y0 = falling ? low + rise : low, y1 = y0 - rise;
  if (x0 < chart.left + 10 || x1 > chart.right || Math.abs(rise) > 0.85 * (chart.bottom - chart.top)) return;
  const corner = falling ? [x0, y1] : [x1, y0];
  chart.inside.append(shape("path", { d: `M${x0} ${y0}L${x1} ${y1}L${corner[0]} ${corner[1]}Z`, fill: colors.faint, "fill-opacity": 0.14, stroke: colors.faint, "stroke-width": 1.2 }));
  chart.inside.append(shape("text", { x: (x0 + x1) / 2, y: low + 15, fill: colors.faint, "text-anchor": "middle", "font-size": 11 }, name));
}
