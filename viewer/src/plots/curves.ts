// curves.ts: what a plot shows, as numbers: which rows, which of two vertical scales, limits.
import { clip } from "../sane_values";
import { limits } from "../svg/chart";
import { type PlotHub } from "./hub";
import { envelope, everySome, type Thin } from "./envelope";

export interface PlotState { title: string; x: number | null; y: number[]; hidden: Set<number>; logX: boolean; logY: boolean }   // x null: time

export interface Curves {
  data: { column: number; right: boolean; thin: Thin }[];
  x: { min: number; max: number };
  left: { min: number; max: number };
  right: { min: number; max: number } | null;
  units: { left: string; right: string };
  from: number; to: number;          // rows
}

export function curvesOf(state: PlotState, hub: PlotHub, pixels: number): Curves {
  const { trajectory } = hub, xs = trajectory.columns[state.x ?? 0];
  const from = trajectory.rowAt(hub.from), to = Math.min(trajectory.rows, trajectory.rowAt(hub.to) + 2);
  const unit = (k: number) => trajectory.info(k).unit ?? "";
  const firstUnit = state.y.length ? unit(state.y[0]) : "";
  const others = [...new Set(state.y.map(unit).filter((u) => u !== firstUnit))];
  const data = state.y.filter((k) => !state.hidden.has(k)).map((column) => {
    const ys = trajectory.columns[column];
    const thin = state.x === null ? envelope(xs, ys, from, to, Math.max(100, Math.ceil(pixels))) : everySome(xs, ys, from, to, 20_000);
    if (state.logY) for (let i = 0; i < thin.y.length; ++i) thin.y[i] = Math.abs(thin.y[i]) || NaN;
    if (state.logX) for (let i = 0; i < thin.x.length; ++i) thin.x[i] = thin.x[i] > 0 ? thin.x[i] : NaN;
    return { column, right: unit(column) !== firstUnit, thin };
  });
  const side = (right: boolean) => data.filter((d) => d.right === right).map((d) => d.thin.y);
  let x = state.x === null ? { min: hub.from, max: hub.to } : limits(data.map((d) => d.thin.x), state.logX);
  if (state.x === null && state.logX && x.min <= 0) x = { min: limits(data.map((d) => d.thin.x), true).min * 1.5, max: hub.to };
  if (!(x.max > x.min)) x = { min: x.min - 0.5, max: x.min + 0.5 };
  return {
    data, x, left: limits(side(false), state.logY), right: others.length ? limits(side(true), state.logY) : null,
    units: { left: clip(firstUnit, 14), right: clip(others.map((u) => clip(u, 12)).join(", "), 24) }, from, to,
  };
}
