// labels.ts: names of bodies, as text over the canvas.
import { Vector3, type Camera } from "three";
import { make } from "../dom";
import { clip } from "../sane_values";

export class Labels {
  readonly element = make("div", { class: "labels" });
  private labels: { label: HTMLElement; place: (p: Vector3) => Vector3 }[] = [];
  private p = new Vector3();

  constructor(named: { name: string; place: (p: Vector3) => Vector3 }[]) {
    this.element.hidden = true;
    for (const { name, place } of named.slice(0, 300)) {
      const label = make("span", { class: "label", text: clip(name, 32), title: name });
      this.element.append(label);
      this.labels.push({ label, place });
    }
  }

  set shown(on: boolean) { this.element.hidden = !on; }
  get shown(): boolean { return !this.element.hidden; }

  update(camera: Camera, width: number, height: number): void {
    if (this.element.hidden) return;
    for (const { label, place } of this.labels) {
      place(this.p).project(camera);
      label.hidden = Math.abs(this.p.z) > 1 || Math.abs(this.p.x) > 1.1 || Math.abs(this.p.y) > 1.1;
      label.style.transform = `translate(${((this.p.x + 1) * width) / 2}px, ${((1 - this.p.y) * height) / 2}px)`;
    }
  }
}
