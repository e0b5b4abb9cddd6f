// contour.ts: level lines of a function on a grid (marching squares), the region below one level shaded.
import { type ContourSection } from "../data";
import { format } from "../numbers";
import { type Payload } from "../payload";
import { addLegend, equalWidth, legendHeight, makeChart, shape } from "../svg/chart";
import { ink, seriesColor, type Theme } from "../theme";
import { axisOf } from "./charts";
import { drawing, numbers } from "./drawing";

type Point = [number, number];

export function contourSection(section: ContourSection, payload: Payload): HTMLElement {
  const values = numbers(section.values, payload), { columns, rows } = section;
  if (columns < 2 || rows < 2 || columns * rows > values.length || columns * rows > 4_000_000) throw new Error("the grid does not match the values");
  const names = section.levels.map((level) => `level ${format(level, 4)}`);
  const draw = (width: number, look: Theme, background: boolean) => {
    const x = axisOf(section.x, [[0, 1]]), y = axisOf(section.y, [[0, 1]]);
    const gridX = (i: number) => (section.x.min ?? 0) + (i / (columns - 1)) * ((section.x.max ?? 1) - (section.x.min ?? 0));
    const gridY = (j: number) => (section.y.min ?? 0) + (j / (rows - 1)) * ((section.y.max ?? 1) - (section.y.min ?? 0));
    const legend = legendHeight(names, width - 78), height = Math.round(Math.min(520, Math.max(320, 0.62 * width))) + legend;
    const chart = makeChart({ width: equalWidth(width, height - legend, x, y), height, legend, look, background, equal: true, title: background ? section.title : undefined }, x, y);
    const at = ([i, j]: Point) => `${chart.x(gridX(i)).toFixed(1)} ${chart.y(gridY(j)).toFixed(1)}`;
    if (section.filled_below !== undefined) {
      const fill = cellsBelow(values, columns, rows, section.filled_below).map((cell) => `M${cell.map(at).join("L")}Z`).join("");
      chart.inside.append(shape("path", { d: fill, fill: ink(look).accent, "fill-opacity": 0.16, "shape-rendering": "crispEdges" }));
    }
    section.levels.forEach((level, k) => {
      const d = segments(values, columns, rows, level).map(([a, b]) => `M${at(a)}L${at(b)}`).join("");
      chart.inside.append(shape("path", { d, fill: "none", stroke: seriesColor(k, look), "stroke-width": 1.8, "stroke-linecap": "round" }));
    });
    for (const [x1, y1, x2, y2] of [[chart.x(0), chart.top, chart.x(0), chart.bottom], [chart.left, chart.y(0), chart.right, chart.y(0)]])
      chart.inside.append(shape("line", { x1, y1, x2, y2, stroke: ink(look).faint, "stroke-width": 1 }));
    addLegend(chart, names.map((name, k) => ({ name, color: seriesColor(k, look) })), background && section.title ? 32 : 4, look);
    return chart.svg;
  };
  return drawing(section.title ?? "", draw, () => ({ names: ["value"], columns: [values] }));
}

// Where the level crosses the edges of a cell, going round from its lower left corner; in grid coordinates.
function crossings(values: ArrayLike<number>, columns: number, i: number, j: number, level: number): { corners: number[]; points: (Point | null)[] } {
  const corner: Point[] = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
  const corners = corner.map(([a, b]) => values[b * columns + a] - level);
  const points = corners.map((v, k): Point | null => {
    const w = corners[(k + 1) % 4], next = corner[(k + 1) % 4];
    if (v < 0 === w < 0) return null;
    const s = v / (v - w);
    return [corner[k][0] + s * (next[0] - corner[k][0]), corner[k][1] + s * (next[1] - corner[k][1])];
  });
  return { corners, points };
}

export function segments(values: ArrayLike<number>, columns: number, rows: number, level: number): [Point, Point][] {
  const lines: [Point, Point][] = [];
  for (let j = 0; j + 1 < rows; ++j)
    for (let i = 0; i + 1 < columns; ++i) {
      const { corners, points } = crossings(values, columns, i, j, level);
      if (corners.some((v) => !Number.isFinite(v))) continue;
      const found = points.filter((p): p is Point => p !== null);
      if (found.length === 2) lines.push([found[0], found[1]]);
      else if (found.length === 4) lines.push([found[0], found[1]], [found[2], found[3]]);     // a saddle: either way will do
    }
  return lines;
}

function cellsBelow(values: ArrayLike<number>, columns: number, rows: number, level: number): Point[][] {
  const cells: Point[][] = [];
  for (let j = 0; j + 1 < rows; ++j) {
    let from = -1;                                            // a row of whole cells becomes one rectangle
    const close = (i: number) => { if (from >= 0) cells.push([[from, j], [i, j], [i, j + 1], [from, j + 1]]); from = -1; };
    for (let i = 0; i + 1 < columns; ++i) {
      const { corners, points } = crossings(values, columns, i, j, level);
      if (corners.every((v) => v < 0)) { if (from < 0) from = i; continue; }
      close(i);
      const corner: Point[] = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]], polygon: Point[] = [];
      corners.forEach((v, k) => { if (v < 0) polygon.push(corner[k]); const p = points[k]; if (p) polygon.push(p); });
      if (polygon.length > 2) cells.push(polygon);
    }
    close(columns - 1);
  }
  return cells;
}
