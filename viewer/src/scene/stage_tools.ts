// stage_tools.ts: the buttons over the animation: views, what is shown, traces, following.
import { button, checkbox, download, fileName, make, popover, select, setPressed, toggle } from "../dom";
import { format } from "../numbers";
import { clip } from "../sane_values";
import { type Clock } from "../clock";
import { recordVideo, videoFormat } from "./record";
import { fillBodyMenu } from "./body_menu";
import { Selection } from "./selection";
import { heaviest, type Stage } from "./stage";
import { traceables } from "./traces";
import { turnsAlong, type View } from "./views";

export interface StageTools { element: HTMLElement; selection: Selection; toggleFollow: () => void; toggleGrid: () => void; toggleOrthographic: () => void; follow: (name: string | null) => void; setView: (view: View) => void }

const PLANE_VIEWS: [View, string][] = [["xy", "x–y plane"], ["xz", "x–z plane"], ["yz", "y–z plane"]];
const SPACE_VIEWS: [View, string][] = [["3d", "3D"], ["chase", "chase"], ["side", "side"], ["top", "top"], ...PLANE_VIEWS];

export function makeStageTools(stage: Stage, clock: Clock, plot: (body: string) => void): StageTools {
  const { model, mechanism } = stage;
  const bodies = model.bodies.filter((body) => body.kind !== "ground");
  let lastFollowed = stage.followed ?? heaviest(bodies);
  const follow = (name: string | null) => {
    if (name) lastFollowed = name;
    stage.follow(name);
    if (name) stage.home();
    stage.settled();
    refresh();
  };
  const noteText = () => [stage.followed ? `following ${clip(stage.followed, 30)}` : "", stage.gridOn && stage.gridStep ? `grid ${format(stage.gridStep, 3)} m` : "", deformationText()].filter(Boolean).join(" · ");
  const deformationText = () => (!mechanism.bends || mechanism.deformation.scale === 1 ? "" : mechanism.deformation.scale === 0 ? "drawn rigid" : `deformation × ${format(mechanism.deformation.scale, 3)}`);
  const note = make("p", { class: "stage-note", text: noteText() });
  const show = (name: string, on: boolean) => { mechanism.setVisible(name, on); stage.draw(); stage.settled(); };
  const acts = { follow, show, plot, hide: (name: string) => show(name, false) };
  const selection = new Selection(stage, acts);
  const setGrid = (on: boolean) => { stage.setGrid(on); stage.settled(); refresh(); };

  const setView = (to: View) => {
    if (turnsAlong(to) && !stage.followed) stage.follow(lastFollowed);
    stage.setView(to);
    refresh();
  };
  const view = select("View", model.planar ? [["3d", "3D"], ...PLANE_VIEWS] : SPACE_VIEWS, stage.views.view, (value) => setView(value as View));
  const setOrthographic = (on: boolean) => { stage.setOrthographic(on); refresh(); };
  const projection = toggle("ortho", "Orthographic projection (o)", stage.views.orthographic, setOrthographic);
  const refresh = () => {
    note.textContent = noteText();
    view.value = stage.views.view;
    setPressed(projection, stage.views.orthographic);
  };

  const fillShow = (panel: HTMLElement) => {
    const switchAll = (objects: { visible: boolean }[]) => (on: boolean) => { for (const each of objects) each.visible = on; stage.draw(); };
    const add = (label: string, on: boolean, act: (on: boolean) => void) => panel.append(checkbox(label, on, act));
    add("grid", stage.gridOn, setGrid);
    add("names", stage.labels.shown, (on) => { stage.labels.shown = on; stage.draw(); });
    if (mechanism.joints.length) add("joints", mechanism.joints[0].visible, switchAll(mechanism.joints));
    if (mechanism.springs.length) add("springs and dampers", mechanism.springs[0].visible, switchAll(mechanism.springs));
    for (const [kind, label] of [["reaction", "reaction forces"], ["force", "applied forces"]] as const)
      if (mechanism.arrows.has(kind)) add(label, mechanism.arrows.shown[kind], (on) => { mechanism.arrows.shown[kind] = on; stage.refresh(); });
    if (mechanism.arrows.has("reaction") || mechanism.arrows.has("force")) {
      const size = make("input", { attributes: { type: "range", min: "-1", max: "1", step: "0.05", value: String(Math.log10(mechanism.arrows.scale)), "aria-label": "Arrow length" } });
      size.addEventListener("input", () => { mechanism.arrows.scale = 10 ** Number(size.value); stage.refresh(); });
      panel.append(make("label", { class: "range" }, make("span", { text: "arrow length" }), size));
    }
    if (mechanism.bends) {
      const scales = [...new Set([0, 1, 10, 100, 1000, 10_000, 100_000, mechanism.deformation.scale])].sort((a, b) => a - b);
      const label = (scale: number) => (scale === 0 ? "rigid" : scale === 1 ? "true to scale" : `× ${format(scale, 3)}`);
      const choice = select("Deformation", scales.map((scale) => [String(scale), label(scale)]), String(mechanism.deformation.scale), (value) => { stage.setDeformation(Number(value)); refresh(); });
      panel.append(make("label", { class: "range" }, make("span", { text: "deformation" }), choice));
    }
    panel.append(button("save image", "Download the current frame as PNG", savePicture, "menu-item"));
    if (videoFormat() && clock.end > clock.start)
      panel.append(button("record video", "Play the run once and download it as WebM video", () => { panel.hidden = true; recordVideo(stage, clock, fileName(model.name || "model")); }, "menu-item"));
  };

  const savePicture = () => {
    stage.drawNow();                                          // the picture is only there until the browser shows it
    stage.canvas.toBlob((blob) => { if (blob) download(`${fileName(model.name || "model")}.png`, blob); });
  };

  const fillTraces = (panel: HTMLElement) => {
    const all = traceables(model), search = make("input", { class: "search", attributes: { type: "search", placeholder: "Search markers", "aria-label": "Search markers" } });
    const rows = make("div", { class: "channel-rows" });
    const fill = () => {
      const word = search.value.toLowerCase();
      const found = all.filter((trace) => trace.name.toLowerCase().includes(word)), on = new Set(mechanism.traces.names());
      rows.replaceChildren(...found.slice(0, 100).map((trace) => checkbox(clip(trace.name, 60), on.has(trace.name), (now) => { mechanism.traces.set(trace, now); stage.refresh(); })));
      if (found.length > 100) rows.append(make("p", { class: "faint", text: `${found.length - 100} more: refine the search.` }));
    };
    search.addEventListener("input", fill);
    if (all.length > 8) panel.append(search);
    panel.append(rows);
    fill();
  };

  const element = make("div", { class: "stage-tools" }, view, projection,
    button("fit", "Fit to view (0)", () => { stage.home(); stage.settled(); }),
    popover("show", "Visibility", fillShow, "menu"), popover("traces", "Marker traces", fillTraces, "menu"),
    bodies.length ? popover("bodies", "Bodies: show, follow (f), plot", (panel) => fillBodyMenu(panel, stage, acts), "menu") : null);
  stage.element.append(element, note);
  return {
    element, selection, follow, setView, toggleFollow: () => follow(stage.followed ? null : lastFollowed), toggleGrid: () => setGrid(!stage.gridOn),
    toggleOrthographic: () => setOrthographic(!stage.views.orthographic),
  };
}
