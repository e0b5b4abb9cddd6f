// run_page.ts: a run: animation and plots side by side, the report below.
import { remembersView } from "./address";
import { fittingSpeed, Clock } from "./clock";
import { make } from "./dom";
import { startKeyboard } from "./keyboard";
import { type Payload } from "./payload";
import { makePlayer } from "./player";
import { PlotHub } from "./plots/hub";
import { PlotPanel } from "./plots/plot_panel";
import { makeReport } from "./report/report_panel";
import { clip } from "./sane_values";
import { makeOverlay } from "./overlay/overlay";
import { Stage } from "./scene/stage";
import { makeStageTools, type StageTools } from "./scene/stage_tools";
import { keepView } from "./scene/view_memory";
import { setTheme, theme } from "./theme";
import { Trajectory } from "./trajectory";

export interface RunPage { element: HTMLElement; clock: Clock; stage: Stage | null; tools: StageTools | null; hub: PlotHub; panel: PlotPanel; trajectory: Trajectory; help: () => void }

export function makeRun(payload: Payload): RunPage {
  const trajectory = new Trajectory(payload), { header } = payload;
  const duration = trajectory.end - trajectory.start;
  const clock = new Clock(trajectory.start, trajectory.end, header.defaults?.speed && header.defaults.speed > 0 ? header.defaults.speed : fittingSpeed(duration));
  const picture = make("div", { class: "picture card" });
  const { stage, problem } = tryStage(payload, trajectory);
  if (stage && remembersView()) keepView(stage);
  const hub = new PlotHub(trajectory, clock), panel = new PlotPanel(hub);
  const tools = stage ? makeStageTools(stage, clock, (body) => panel.showBody(body)) : null;
  if (stage) {
    clock.onTime((t) => stage.show(t));
    picture.append(stage.element);
  } else if (problem) picture.append(make("p", { class: "notice warn", text: problem }));
  if (duration > 0) picture.append(makePlayer(clock));

  panel.end.append(makeOverlay(hub, stage));
  const side = make("div", { class: "side" }, panel.element);
  const bench = make("div", { class: stage ? "bench" : "bench without-stage" }, picture, side);
  const element = make("main", { class: "run" }, bench, header.report ? makeReport(header.report) : null);
  const help = startKeyboard({ clock, hub, stage, tools, toggleTheme: () => setTheme(theme() === "dark" ? "light" : "dark") });
  return { element, clock, stage, tools, hub, panel, trajectory, help };
}

function tryStage(payload: Payload, trajectory: Trajectory): { stage: Stage | null; problem?: string } {
  const { model, defaults } = payload.header;
  if (!model || model.bodies.length === 0) return { stage: null };
  try {
    const probe = document.createElement("canvas");
    if (!probe.getContext("webgl2")) return { stage: null, problem: "This browser does not support WebGL, so the animation is not available. Plots and report are complete." };
    return { stage: new Stage(model, trajectory, defaults ?? {}) };
  } catch (error) {
    return { stage: null, problem: `The animation cannot be shown (${clip(String(error), 200)}). Plots and report are complete.` };
  }
}
