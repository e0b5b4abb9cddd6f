// first_plots.ts: the plots a page opens with: those its header names, or what most people look for first: the outputs of the model, or
// else the freedoms of its joints and the body it follows, as far as they move; deformations, energies, residuals, step size.
import { type Column, type PlotHint } from "../data";
import { type Trajectory } from "../trajectory";
import { newState, type PlotState } from "./plot_state";

export function firstPlots(trajectory: Trajectory): PlotState[] {
  const hints = trajectory.header.defaults?.plots ?? usual(trajectory);
  return hints.map((hint) => stateOf(hint, trajectory)).filter((state) => state.y.length > 0);
}

function stateOf(hint: PlotHint, trajectory: Trajectory): PlotState {
  const x = hint.x ? trajectory.find(hint.x) : undefined;
  const y = [...new Set(hint.y.map((name) => trajectory.find(name)).filter((k): k is number => k !== undefined))];
  return newState({ title: hint.title ?? "", x: x === undefined || x === 0 ? null : x, y, logX: hint.log_x === true, logY: hint.log_y === true });
}

// What moves of a body; of one that does not move, where it is.
export function bodyPlot(trajectory: Trajectory, body: string): PlotState {
  const own = trajectory.header.columns.filter((column) => column.group === body && PLACE.test(column.name)), alive = moving(own);
  return stateOf({ title: body, y: (alive.length ? alive : own).slice(0, MOST_CURVES).map((column) => column.name) }, trajectory);
}

const MOST_CURVES = 4;
const PLACE = /\.(theta|angle\w*|displacement\w*|x|y|z)$/;
const SYSTEM = /^(energy|residual|step)\./;

const range = ({ min, max }: Column) => (max ?? NaN) - (min ?? NaN);

// More than the rounding of its own values: columns are kept with seven digits.
const varies = (column: Column) => !(range(column) <= 1e-6 * Math.max(Math.abs(column.min ?? 0), Math.abs(column.max ?? 0)));

// Those that move by more than rounding, measured by the largest motion in the same unit: a millionth of it is nothing to look at. Nothing
// moves by less than 1e-12, in whatever unit.
export function moving(columns: Column[], among = columns): Column[] {
  const largest = new Map<string, number>();
  for (const column of among) if (range(column) > (largest.get(column.unit ?? "") ?? 0)) largest.set(column.unit ?? "", range(column));
  return columns.filter((column) => varies(column) && !(range(column) < Math.max(1e-12, 1e-6 * (largest.get(column.unit ?? "") ?? 0))));
}

// Of many, those that move most for their unit, in the order in which they were given.
function liveliest(columns: Column[], most: number): Column[] {
  const largest = new Map<string, number>();
  for (const column of columns) largest.set(column.unit ?? "", Math.max(range(column) || 0, largest.get(column.unit ?? "") ?? 0));
  const share = (column: Column) => (range(column) || 0) / (largest.get(column.unit ?? "") || 1);
  const kept = new Set([...columns].sort((a, b) => share(b) - share(a)).slice(0, most));
  return columns.filter((column) => kept.has(column));
}

function usual(trajectory: Trajectory): PlotHint[] {
  const { model, columns, defaults } = trajectory.header;
  const carried = new Set(model?.bodies.filter((body) => body.kind === "prescribed").map((body) => body.name));   // moves as it was told
  const joints = new Set(model?.joints?.map((joint) => joint.name)), bodies = new Set(model?.bodies.map((body) => body.name));
  const channels = columns.filter((column, k) => k > 0 && column.group !== "pose" && !carried.has(column.group ?? ""));
  const some = (test: RegExp, most: number) => channels.filter((column) => test.test(column.name)).slice(0, most);
  const hint = (title: string, list: Column[], log_y = false): PlotHint => ({ title, y: list.map((column) => column.name), log_y });

  const places = channels.filter((column) => PLACE.test(column.name) && !SYSTEM.test(column.name));
  const marked = moving(channels.filter((column) => column.marked && !SYSTEM.test(column.name)).slice(0, 200));
  const outputs = marked.some((column) => PLACE.test(column.name)) ? marked.filter((column) => PLACE.test(column.name)) : marked;
  const ofJoints = channels.filter((column) => joints.has(column.group ?? "") && !/(\.[ft][xyz]|_rate)$/.test(column.name));
  const freedoms = moving(ofJoints, [...places, ...ofJoints]);
  const free = places.filter((column) => bodies.has(column.group ?? "") || !model);
  const chosen = free.filter((column) => column.group === defaults?.follow), followed = moving(chosen.length ? chosen : free);

  const motion = outputs.length ? [hint("Motion", outputs.slice(0, MOST_CURVES))] :
    [hint("Joint motion", liveliest(freedoms, MOST_CURVES)),
     ...(freedoms.length === 0 || chosen.length ? [hint("Motion", liveliest(followed, MOST_CURVES))] : [])];
  const modes = new Set(model?.bodies.flatMap((body) => (body.flexible?.modes ?? []).map((mode) => `${body.name}.${mode}`)));
  const shown = motion.some((plot) => plot.y.length > 0);
  return [
    ...(shown ? motion : [hint("", moving(channels.filter((column) => !SYSTEM.test(column.name) && !modes.has(column.name))).slice(0, 3))]),
    hint("Deformation", liveliest(moving(channels.filter((column) => modes.has(column.name))), MOST_CURVES)),
    hint("Energy", some(/^energy\.(kinetic|potential|total)$/, 3)),
    hint("Constraint residuals", some(/^residual\./, 3).filter((column) => !(range(column) === 0)), true),
    hint("Step size", some(/^step\.h$/, 1).filter(varies), true),
  ];
}
