// overlay.ts: a second run over this one: dashed in the plots, translucent in the animation. Chosen by a button or dropped on the page.
import { button, make } from "../dom";
import { PageError } from "../page_error";
import { type PlotHub } from "../plots/hub";
import { clip } from "../sane_values";
import { type Stage } from "../scene/stage";
import { Trajectory } from "../trajectory";
import { readRun } from "./read_run";

export function makeOverlay(hub: PlotHub, stage: Stage | null): HTMLElement {
  const input = make("input", { attributes: { type: "file", accept: ".html,.htm,.csv,.txt", "aria-label": "Run to overlay" } });
  input.hidden = true;
  const words = make("span", { attributes: { role: "status" } });
  const remove = button("remove", "Remove the overlaid run", () => { show(null); words.textContent = ""; });
  const element = make("div", { class: "overlay" }, button("Overlay a run…", "Overlay another run: a report page or a CSV file", () => input.click(), "button add"), input, words, remove);

  const show = (overlay: PlotHub["overlay"]) => {
    hub.setOverlay(overlay);
    stage?.setGhost(overlay?.trajectory ?? null);
    remove.hidden = overlay === null;
  };
  const load = async (file: File) => {
    try {
      const trajectory = new Trajectory(await readRun(file)), name = clip(file.name, 60);
      const common = trajectory.header.columns.filter(({ name: channel, group }, k) => k > 0 && group !== "pose" && hub.trajectory.find(channel) !== undefined).length;
      if (common === 0) throw new PageError("It has no channel with the name of a channel of this run.");
      show({ name, trajectory });
      words.textContent = `dashed: ${name}, ${common} common channel${common === 1 ? "" : "s"}`;
      words.className = "faint";
    } catch (error) {
      show(null);
      words.textContent = `Cannot overlay ${clip(file.name, 60)}. ${error instanceof PageError ? error.message : "The file cannot be read."}`;
      words.className = "notice warn";
    }
  };
  input.addEventListener("change", () => { if (input.files?.[0]) void load(input.files[0]); input.value = ""; });
  document.addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
  document.addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void load(file);
  });
  remove.hidden = true;
  return element;
}
