// triad.ts: the directions of the world axes, in a corner of the animation.
import { Quaternion, Vector3, type Camera } from "three";
import { shape } from "../svg/chart";

const AXES = [
  { name: "x", direction: new Vector3(1, 0, 0), color: "#d64545" },
  { name: "y", direction: new Vector3(0, 1, 0), color: "#2f9e44" },
  { name: "z", direction: new Vector3(0, 0, 1), color: "#3b7dd8" },
];
const SIZE = 72, LENGTH = 24;

export class Triad {
  readonly element = shape("svg", { class: "triad", viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE, role: "img", "aria-label": "World axes" }) as SVGSVGElement;
  private parts = AXES.map(({ name, direction, color }) => {
    const group = shape("g", { "data-axis": name }), line = shape("line", { x1: SIZE / 2, y1: SIZE / 2, stroke: color, "stroke-width": 2.4, "stroke-linecap": "round" });
    const label = shape("text", { fill: color, "font-size": 12, "font-weight": 650, "text-anchor": "middle", "dominant-baseline": "central" }, name);
    group.append(line, label);
    return { group, line, label, direction };
  });
  private last = "";

  update(camera: Camera): void {
    const turn = new Quaternion().copy(camera.quaternion).invert();
    const seen = this.parts.map((part) => ({ ...part, at: part.direction.clone().applyQuaternion(turn) })).sort((a, b) => a.at.z - b.at.z);
    const now = seen.map(({ at }) => at.toArray().map((v) => v.toFixed(3)).join()).join(" ");
    if (now === this.last) return;
    this.last = now;
    for (const { line, label, at } of seen) {
      const put = (element: SVGElement, x: string, y: string, length: number) => {
        element.setAttribute(x, (SIZE / 2 + length * at.x).toFixed(1));
        element.setAttribute(y, (SIZE / 2 - length * at.y).toFixed(1));
      };
      put(line, "x2", "y2", LENGTH);
      put(label, "x", "y", LENGTH + 8);
      label.setAttribute("visibility", Math.abs(at.z) > 0.97 ? "hidden" : "visible");       // it points at the reader
    }
    this.element.replaceChildren(...seen.map(({ group }) => group));                         // the nearest axis last
  }
}
