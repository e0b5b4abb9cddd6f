// keyboard.ts: the keys, in one table that is also the help.
import { make, button } from "./dom";
import { SPEEDS, type Clock } from "./clock";
import { type PlotHub } from "./plots/hub";
import { type Stage } from "./scene/stage";
import { type StageTools } from "./scene/stage_tools";

interface Key { keys: string[]; shown: string; does: string; act: (event: KeyboardEvent) => void }

export interface KeyTargets { clock: Clock; hub: PlotHub; stage: Stage | null; tools: StageTools | null; toggleTheme: () => void }

export function startKeyboard({ clock, hub, stage, tools, toggleTheme }: KeyTargets): () => void {
  const step = (sign: number) => (event: KeyboardEvent) => {
    clock.pause();
    clock.set(clock.time + sign * (clock.end - clock.start) * (event.shiftKey ? 0.05 : 0.005));
  };
  const faster = (by: number) => {
    const at = SPEEDS.findIndex((s) => s >= clock.speed);
    clock.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, (at < 0 ? SPEEDS.length - 1 : at) + by))]);
  };
  const keys: Key[] = [
    { keys: [" "], shown: "space", does: "play or pause", act: () => clock.toggle() },
    { keys: ["ArrowRight"], shown: "→", does: "step forward (with Shift: larger steps)", act: step(1) },
    { keys: ["ArrowLeft"], shown: "←", does: "step backward (with Shift: larger steps)", act: step(-1) },
    { keys: ["ArrowUp"], shown: "↑", does: "faster", act: () => faster(1) },
    { keys: ["ArrowDown"], shown: "↓", does: "slower", act: () => faster(-1) },
    { keys: ["Home"], shown: "home", does: "go to the start", act: () => clock.set(clock.start) },
    { keys: ["End"], shown: "end", does: "go to the end", act: () => { clock.pause(); clock.set(clock.end); } },
    { keys: ["+", "="], shown: "+", does: "zoom in", act: () => stage?.views.zoomBy(1.2) },
    { keys: ["-", "_"], shown: "−", does: "zoom out", act: () => stage?.views.zoomBy(1 / 1.2) },
    { keys: ["0"], shown: "0", does: "fit to view", act: () => { stage?.home(); stage?.settled(); } },
    { keys: ["f"], shown: "f", does: "follow a body, or stop following", act: () => tools?.toggleFollow() },
    { keys: ["o"], shown: "o", does: "orthographic or perspective", act: () => tools?.toggleOrthographic() },
    { keys: ["g"], shown: "g", does: "grid", act: () => tools?.toggleGrid() },
    { keys: ["d"], shown: "d", does: "toggle dark mode", act: toggleTheme },
    { keys: ["m"], shown: "m", does: "set or remove the mark in the plots, for differences", act: () => hub.toggleMark() },
    { keys: ["?"], shown: "?", does: "show this help", act: () => toggleHelp() },
  ];
  const help = makeHelp(keys);
  document.body.append(help);
  const toggleHelp = () => { if (help.open) help.close(); else help.showModal(); };

  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || isText(target)) return;
    const space = event.key === " ";
    if (!space && (target.matches("select") || (help.open && event.key !== "?"))) return;
    if (target.matches("input[type=checkbox]") && event.key === "Enter") { target.click(); return; }      // what space does elsewhere
    const found = keys.find((key) => key.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (!found) return;
    event.preventDefault();
    if (!(space && event.repeat)) found.act(event);
  }, { capture: true });
  // A button, box or list that has the focus would take the space bar for itself when it comes up again.
  document.addEventListener("keyup", (event) => { if (event.key === " " && !isText(event.target as HTMLElement)) event.preventDefault(); }, { capture: true });
  return toggleHelp;
}

const isText = (target: HTMLElement) => target.matches("input[type=search], input[type=text], textarea");

function makeHelp(keys: Key[]): HTMLDialogElement {
  const dialog = make("dialog", { class: "help" });
  const table = make("dl");
  for (const key of keys) table.append(make("dt", {}, make("kbd", { text: key.shown })), make("dd", { text: key.does }));
  const mouse = make("p", { class: "faint", text: "Animation: click a body to plot it, drag to rotate (in plane views: to pan), right button or two fingers to pan, wheel or pinch to zoom. Plots: hover for values, click to go to that time, Shift-click to set the mark, drag to zoom, double-click to reset the zoom." });
  dialog.append(make("h2", { text: "Keyboard and mouse" }), table, mouse, button("Close", "Close the help", () => dialog.close()));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  return dialog;
}
