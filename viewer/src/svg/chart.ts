// chart.ts: axes, curves, points and a legend as SVG, complete in itself: the charts of studies, and plots as files.
import { format, logTicks, superscript, tidyTicks } from "../numbers";
import { clip } from "../sane_values";
import { ink, theme, type Theme } from "../theme";

const NS = "http://www.w3.org/2000/svg";
export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

export interface ChartAxis { label: string; log: boolean; min: number; max: number }
export interface Curve {
  name: string; x: ArrayLike<number>; y: ArrayLike<number>; color: string;
  line?: boolean; points?: boolean; dashed?: boolean; right?: boolean;
}
export interface Chart {
  svg: SVGSVGElement; inside: SVGGElement; over: SVGGElement;
  x: (value: number) => number; y: (value: number) => number; y2: (value: number) => number;
  left: number; right: number; top: number; bottom: number;
}

export function shape(tag: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const element = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

export interface Layout { width: number; height: number; legend?: number; title?: string; equal?: boolean; look?: Theme; background?: boolean }

export function makeChart(layout: Layout, xAxis: ChartAxis, yAxis: ChartAxis, rightAxis?: ChartAxis): Chart {
  const { width, height } = layout, look = ink(layout.look ?? theme());
  const left = 62, right = width - (rightAxis ? 58 : 16), top = (layout.title ? 34 : 12) + (layout.legend ?? 0), bottom = height - 46;
  const svg = shape("svg", { xmlns: NS, viewBox: `0 0 ${width} ${height}`, width, height, "font-family": FONT, "font-size": 12, role: "img" }) as SVGSVGElement;
  if (layout.background) svg.append(shape("rect", { width, height, fill: look.panel }));
  if (layout.title) svg.append(shape("text", { x: left, y: 22, fill: look.text, "font-size": 14, "font-weight": 600 }, clip(layout.title, 90)));
  if (layout.equal) equalScales(xAxis, yAxis, (right - left) / (bottom - top));
  const x = scale(xAxis, left, right), y = scale(yAxis, bottom, top), y2 = rightAxis ? scale(rightAxis, bottom, top) : y;

  for (const tick of ticksOf(xAxis, Math.max(3, (right - left) / 80))) {
    svg.append(shape("line", { x1: x(tick), x2: x(tick), y1: top, y2: bottom, stroke: look.grid }));
    svg.append(shape("text", { x: x(tick), y: bottom + 17, fill: look.faint, "text-anchor": "middle" }, tickText(tick, xAxis)));
  }
  for (const tick of ticksOf(yAxis, Math.max(3, (bottom - top) / 48))) {
    svg.append(shape("line", { x1: left, x2: right, y1: y(tick), y2: y(tick), stroke: look.grid }));
    svg.append(shape("text", { x: left - 7, y: y(tick) + 4, fill: look.faint, "text-anchor": "end" }, tickText(tick, yAxis)));
  }
  for (const tick of rightAxis ? ticksOf(rightAxis, Math.max(3, (bottom - top) / 48)) : [])
    svg.append(shape("text", { x: right + 7, y: y2(tick) + 4, fill: look.faint }, tickText(tick, rightAxis!)));
  svg.append(shape("rect", { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top), fill: "none", stroke: look.line }));
  const label = (text: string, attributes: Record<string, string | number>) => svg.append(shape("text", { fill: look.text, "text-anchor": "middle", ...attributes }, clip(text, 60)));
  label(xAxis.label, { x: (left + right) / 2, y: height - 8 });
  label(yAxis.label, { x: 0, y: 0, transform: `translate(14 ${(top + bottom) / 2}) rotate(-90)` });
  if (rightAxis) label(rightAxis.label, { x: 0, y: 0, transform: `translate(${width - 8} ${(top + bottom) / 2}) rotate(-90)` });

  const id = `clip${nextId++}`;
  const clipPath = shape("clipPath", { id });
  clipPath.append(shape("rect", { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }));
  const inside = shape("g", { "clip-path": `url(#${id})` }) as SVGGElement, over = shape("g", {}) as SVGGElement;
  svg.append(clipPath, inside, over);
  return { svg, inside, over, x, y, y2, left, right, top, bottom };
}
let nextId = 0;

export function scale(axis: ChartAxis, from: number, to: number): (value: number) => number {
  if (!axis.log) return (value) => from + ((value - axis.min) / (axis.max - axis.min || 1)) * (to - from);
  const low = Math.log10(axis.min), high = Math.log10(axis.max);
  return (value) => (value > 0 ? from + ((Math.log10(value) - low) / (high - low || 1)) * (to - from) : NaN);
}

const ticksOf = (axis: ChartAxis, about: number) => (axis.log ? logTicks : tidyTicks)(axis.min, axis.max, about);

function tickText(value: number, axis: ChartAxis): string {
  if (!axis.log) return format(value, 6);
  const power = Math.log10(value);
  return Math.abs(power - Math.round(power)) < 1e-9 ? (Math.abs(power) < 2.5 ? format(value) : `10${superscript(Math.round(power))}`) : format(value, 3);
}

// The width at which a chart of this height shows both axes to the same scale and nothing beyond their limits.
export function equalWidth(most: number, height: number, x: ChartAxis, y: ChartAxis): number {
  const tall = height - 58, wide = (tall * (x.max - x.min)) / (y.max - y.min || 1);
  return Math.round(Math.min(most, Math.max(300, wide + 78)));
}

// The same length per unit on both axes, for planes of complex numbers and of places.
function equalScales(x: ChartAxis, y: ChartAxis, aspect: number): void {
  const wide = x.max - x.min, tall = y.max - y.min;
  const grow = (axis: ChartAxis, to: number) => { const middle = (axis.min + axis.max) / 2; axis.min = middle - to / 2; axis.max = middle + to / 2; };
  if (wide < tall * aspect) grow(x, tall * aspect); else grow(y, wide / aspect);
}

export function addCurve(chart: Chart, curve: Curve): void {
  const y = curve.right ? chart.y2 : chart.y;
  if (curve.line !== false) {
    const parts: string[] = [];
    let pen = false;
    for (let i = 0; i < curve.x.length; ++i) {
      const px = chart.x(curve.x[i]), py = y(curve.y[i]);
      if (!Number.isFinite(px) || !Number.isFinite(py)) { pen = false; continue; }
      parts.push(`${pen ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`);
      pen = true;
    }
    chart.inside.append(shape("path", { d: parts.join(""), fill: "none", stroke: curve.color, "stroke-width": 1.8, "stroke-linejoin": "round",
                                        ...(curve.dashed ? { "stroke-dasharray": "6 5" } : {}) }));
  }
  if (!curve.points) return;
  for (let i = 0; i < Math.min(20_000, curve.x.length); ++i) {
    const cx = chart.x(curve.x[i]), cy = y(curve.y[i]);
    if (!Number.isFinite(cx) || !Number.isFinite(cy)) continue;
    const dot = shape("circle", { cx: cx.toFixed(1), cy: cy.toFixed(1), r: 3.6, fill: curve.color });
    dot.append(shape("title", {}, `${clip(curve.name, 60)}: ${format(curve.x[i])}, ${format(curve.y[i])}`));
    chart.inside.append(dot);
  }
}

// Entries above the chart, in lines that are filled from the left. Returns the height they take.
export function legendHeight(names: string[], width: number): number { return placeEntries(names, width).rows * 19 + 4; }

export function addLegend(chart: Chart, entries: { name: string; color: string; dashed?: boolean; points?: boolean }[], top: number, look: Theme = theme()): void {
  const width = chart.right - chart.left, { places } = placeEntries(entries.map((e) => e.name), width);
  entries.forEach((entry, k) => {
    const x = chart.left + places[k].x, y = top + places[k].row * 19 + 8;
    if (entry.points) chart.over.append(shape("circle", { cx: x + 9, cy: y, r: 3.6, fill: entry.color }));
    else chart.over.append(shape("line", { x1: x, x2: x + 18, y1: y, y2: y, stroke: entry.color, "stroke-width": 2.4, ...(entry.dashed ? { "stroke-dasharray": "5 3" } : {}) }));
    chart.over.append(shape("text", { x: x + 24, y: y + 4, fill: ink(look).text }, clip(entry.name, 40)));
  });
}

function placeEntries(names: string[], width: number): { places: { x: number; row: number }[]; rows: number } {
  let x = 0, row = 0;
  const places = names.map((name) => {
    const wide = 24 + 6.9 * Math.min(40, name.length) + 18;
    if (x > 0 && x + wide > width) { x = 0; ++row; }
    const place = { x, row };
    x += wide;
    return place;
  });
  return { places, rows: names.length ? row + 1 : 0 };
}

// Limits that hold all numbers, with a margin; whole decades are not forced.
export function limits(lists: ArrayLike<number>[], log: boolean): { min: number; max: number } {
  let min = Infinity, max = -Infinity;
  for (const list of lists)
    for (let i = 0; i < list.length; ++i) {
      const v = list[i];
      if (!Number.isFinite(v) || (log && v <= 0)) continue;
      if (v < min) min = v;
      if (v > max) max = v;
    }
  if (min > max) return log ? { min: 0.1, max: 10 } : { min: 0, max: 1 };
  if (log) return { min: min / 1.5, max: max * 1.5 };
  const pad = max > min ? 0.06 * (max - min) : Math.max(1e-12, 0.1 * Math.abs(max));
  return { min: min - pad, max: max + pad };
}
