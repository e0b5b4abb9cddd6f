// selection.ts: a click on a body selects it: framed in the animation, plotted beside it, with what can be done about it.
import { BoxGeometry, EdgesGeometry, LineBasicMaterial, LineSegments, Raycaster, Vector2, Vector3 } from "three";
import { button, make } from "../dom";
import { clip } from "../sane_values";
import { ink } from "../theme";
import { type Stage } from "./stage";

export interface SelectionActs { plot: (name: string) => void; follow: (name: string) => void; hide: (name: string) => void }

export class Selection {
  name: string | null = null;
  private chip = make("div", { class: "selected", attributes: { role: "status" } });
  private frame: LineSegments | null = null;

  constructor(private stage: Stage, private acts: SelectionActs) {
    this.chip.hidden = true;
    stage.element.append(this.chip);
    let pressed = { x: 0, y: 0 };
    stage.canvas.addEventListener("pointerdown", (event) => { pressed = { x: event.clientX, y: event.clientY }; });
    stage.canvas.addEventListener("click", (event) => {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 4) return;      // the view was turned
      const box = stage.canvas.getBoundingClientRect();
      this.set(pickBody(stage, event.clientX - box.left, event.clientY - box.top));
      if (this.name) acts.plot(this.name);
    });
  }

  set(name: string | null): void {
    if (this.frame) this.frame.removeFromParent();
    this.frame = null;
    this.name = name;
    this.chip.hidden = name === null;
    if (name !== null) {
      this.frame = frameAround(this.stage, name);
      const act = (label: string, title: string, run: () => void) => button(label, title, run, "mini");
      this.chip.replaceChildren(make("strong", { text: clip(name, 40) }), act("follow", `Follow ${clip(name, 40)}`, () => this.acts.follow(name)),
        act("hide", `Hide ${clip(name, 40)}`, () => { this.acts.hide(name); this.set(null); }), act("×", "Clear the selection", () => this.set(null)));
    }
    this.stage.draw();
  }
}

function frameAround(stage: Stage, name: string): LineSegments | null {
  const bounds = stage.mechanism.bounds(name);
  if (bounds.isEmpty()) return null;
  const size = bounds.getSize(new Vector3()).addScalar(0.02 * stage.extent.detail);
  const frame = new LineSegments(new EdgesGeometry(new BoxGeometry(size.x, size.y, size.z)), new LineBasicMaterial({ color: ink().accent }));
  bounds.getCenter(frame.position);
  frame.raycast = () => {};
  stage.mechanism.addTo(name, frame);
  return frame;
}

// The body that is drawn at a place of the canvas, in CSS pixels; not the ground.
export function pickBody(stage: Stage, x: number, y: number): string | null {
  const { clientWidth: width, clientHeight: height } = stage.canvas, ray = new Raycaster();
  ray.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), stage.views.camera);
  return stage.mechanism.hit(ray);
}
