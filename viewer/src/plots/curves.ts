// curves.ts: what a plot shows, as numbers: over time, against another channel, or as a spectrum; of this run and of the one laid over it.
import { clip } from "../sane_values";
import { limits } from "../svg/chart";
import { type Trajectory } from "../trajectory";
import { type PlotHub } from "./hub";
import { envelope, everySome, type Thin } from "./envelope";
import { isOverTime, type PlotState } from "./plot_state";
import { spectrum } from "./spectrum";

export interface CurveData { column: number; right: boolean; over: boolean; thin: Thin }      // column: of this run; over: of the other run

export interface Curves {
  data: CurveData[];
  x: { min: number; max: number };
  left: { min: number; max: number };
  right: { min: number; max: number } | null;
  units: { left: string; right: string };
  from: number; to: number;          // rows of this run
}

// The rows of a run that lie in the window, and one beyond on either side.
export function rowsIn(hub: PlotHub, trajectory: Trajectory): { from: number; to: number } {
  return { from: trajectory.rowAt(hub.from), to: Math.min(trajectory.rows, trajectory.rowAt(hub.to) + 2) };
}

export function curvesOf(state: PlotState, hub: PlotHub, pixels: number): Curves {
  const { trajectory, overlay } = hub;
  const unit = (k: number) => trajectory.info(k).unit ?? "";
  const firstUnit = state.y.length ? unit(state.y[0]) : "";
  const others = [...new Set(state.y.map(unit).filter((u) => u !== firstUnit))];
  const shown = state.y.filter((k) => !state.hidden.has(k));
  const data: CurveData[] = shown.map((column) => ({ column, right: unit(column) !== firstUnit, over: false, thin: thinned(state, hub, trajectory, column, state.x, pixels) }));
  for (const column of overlay ? shown : []) {
    const there = overlay!.trajectory.find(trajectory.info(column).name), across = state.x === null ? null : overlay!.trajectory.find(trajectory.info(state.x).name);
    if (there !== undefined && across !== undefined) data.push({ column, right: unit(column) !== firstUnit, over: true, thin: thinned(state, hub, overlay!.trajectory, there, across, pixels) });
  }
  const side = (right: boolean) => data.filter((d) => d.right === right).map((d) => d.thin.y);
  return { data, x: across(state, hub, data), left: limits(side(false), state.logY), right: others.length ? limits(side(true), state.logY) : null,
           units: { left: clip(firstUnit, 14), right: clip(others.map((u) => clip(u, 12)).join(", "), 24) }, ...rowsIn(hub, trajectory) };
}

function thinned(state: PlotState, hub: PlotHub, run: Trajectory, column: number, x: number | null, pixels: number): Thin {
  const { from, to } = rowsIn(hub, run), xs = run.columns[x ?? 0], ys = run.columns[column];
  let thin: Thin;
  if (state.spectrum) {
    const { frequency, amplitude } = spectrum(run.time, ys, from, to);
    thin = { x: frequency, y: amplitude };
  } else {
    thin = x === null ? envelope(xs, ys, from, to, Math.max(100, Math.ceil(pixels))) : everySome(xs, ys, from, to, 20_000);
  }
  if (state.logY) for (let i = 0; i < thin.y.length; ++i) thin.y[i] = Math.abs(thin.y[i]) || NaN;
  if (state.logX) for (let i = 0; i < thin.x.length; ++i) thin.x[i] = thin.x[i] > 0 ? thin.x[i] : NaN;
  return thin;
}

function across(state: PlotState, hub: PlotHub, data: CurveData[]): { min: number; max: number } {
  const all = () => limits(data.map((d) => d.thin.x), state.logX);
  let x = isOverTime(state) ? { min: hub.from, max: hub.to } : all();
  if (state.spectrum && !state.logX) x = { min: 0, max: Math.max(1e-12, ...data.map((d) => d.thin.x[d.thin.x.length - 1] || 0)) };
  if (isOverTime(state) && state.logX && x.min <= 0) x = { min: all().min * 1.5, max: hub.to };
  return x.max > x.min ? x : { min: x.min - 0.5, max: x.min + 0.5 };
}
