// first_plots.ts: the plots a page opens with: those its header names, or what most people look for first.
import { type PlotHint } from "../data";
import { type Trajectory } from "../trajectory";
import { type PlotState } from "./curves";

export function firstPlots(trajectory: Trajectory): PlotState[] {
  const hints = trajectory.header.defaults?.plots ?? usual(trajectory);
  return hints.map((hint) => stateOf(hint, trajectory)).filter((state) => state.y.length > 0);
}

function stateOf(hint: PlotHint, trajectory: Trajectory): PlotState {
  const x = hint.x ? trajectory.find(hint.x) : undefined;
  const y = [...new Set(hint.y.map((name) => trajectory.find(name)).filter((k): k is number => k !== undefined))];
  return { title: hint.title ?? "", x: x === undefined || x === 0 ? null : x, y, hidden: new Set(), logX: hint.log_x === true, logY: hint.log_y === true };
}

function usual(trajectory: Trajectory): PlotHint[] {
  const carried = new Set(trajectory.header.model?.bodies.filter((body) => body.kind === "prescribed").map((body) => body.name));   // moves as it was told
  const channels = trajectory.header.columns.filter((column, k) => k > 0 && column.group !== "pose" && !carried.has(column.group ?? ""));
  const some = (test: RegExp, most: number) => channels.filter((column) => test.test(column.name)).slice(0, most).map((column) => column.name);
  const moving = (names: string[]) => names.filter((name) => {
    const { min, max } = trajectory.info(trajectory.find(name)!);
    return min === undefined || max === undefined || max > min;
  });
  const marked = channels.filter((column) => column.marked && !/^(energy|residual|step)\./.test(column.name)).slice(0, 200).map((column) => column.name);
  const places = /\.(theta|angle|displacement\w*|x|y|z)$/;
  const outputs = moving(marked), wanted = outputs.some((name) => places.test(name)) ? outputs.filter((name) => places.test(name)) : outputs;
  const motion = (wanted.length ? wanted : moving(some(places, 40))).slice(0, 4);
  return [
    { title: motion.length ? "Motion" : "", y: motion.length ? motion : channels.slice(0, 3).map((column) => column.name) },
    { title: "Energy", y: some(/^energy\.(kinetic|potential|total)$/, 3) },
    { title: "Constraint residuals", y: moving(some(/^residual\./, 3)), log_y: true },
    { title: "Step size", y: some(/^step\.h$/, 1), log_y: true },
  ];
}
