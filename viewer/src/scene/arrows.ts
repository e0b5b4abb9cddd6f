// arrows.ts: forces and reactions as arrows, scaled so that a large one of the run is a good part of the model long.
import { ConeGeometry, CylinderGeometry, Group, Mesh, Object3D, Vector3 } from "three";
import { type Arrow } from "../data";
import { type Place, type Trajectory } from "../trajectory";
import { FORCE, REACTION, surface } from "./materials";

const Y = new Vector3(0, 1, 0);

export class Arrows {
  readonly object = new Group();
  readonly shown = { reaction: false, force: false };
  scale = 1;
  private parts: { arrow: Arrow; whole: Group; shaft: Mesh; head: Mesh }[] = [];
  private typical: number;
  private f = new Vector3();

  constructor(arrows: Arrow[], private trajectory: Trajectory, private size: number, private where: (arrow: Arrow, p: Vector3) => Vector3) {
    this.typical = largeMagnitude(arrows, trajectory);
    const shaft = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0), head = new ConeGeometry(1, 1, 18).translate(0, -0.5, 0);
    const colors = { reaction: surface(REACTION), force: surface(FORCE) };
    for (const arrow of arrows.slice(0, 2000)) {
      const whole = new Group(), s = new Mesh(shaft, colors[arrow.kind]), h = new Mesh(head, colors[arrow.kind]);
      whole.add(s, h);
      this.object.add(whole);
      this.parts.push({ arrow, whole, shaft: s, head: h });
    }
  }

  update(place: Place): void {
    const full = 0.32 * this.size * this.scale, thick = 0.0075 * this.size;
    for (const { arrow, whole, shaft, head } of this.parts) {
      const [x, y, z] = arrow.columns;
      this.f.set(this.trajectory.value(x, place), this.trajectory.value(y, place), this.trajectory.value(z, place));
      const size = this.f.length(), length = Math.min(3 * full, (size / this.typical) * full);
      whole.visible = this.shown[arrow.kind] && Number.isFinite(size) && length > 0.2 * thick;
      if (!whole.visible) continue;
      this.where(arrow, whole.position);
      whole.quaternion.setFromUnitVectors(Y, this.f.divideScalar(size));
      const tip = Math.min(5 * thick, 0.6 * length);
      shaft.scale.set(thick, Math.max(1e-9, length - tip), thick);
      head.scale.set(2.3 * thick, tip, 2.3 * thick);
      head.position.y = length;
    }
  }

  has(kind: Arrow["kind"]): boolean { return this.parts.some((part) => part.arrow.kind === kind); }
  get all(): Object3D { return this.object; }
}

// The 95th percentile over the run: a single impact must not make all the others invisible.
function largeMagnitude(arrows: Arrow[], trajectory: Trajectory): number {
  const sizes: number[] = [];
  for (const row of trajectory.someRows(400))
    for (const { columns: [x, y, z] } of arrows.slice(0, 200)) {
      const c = trajectory.columns, size = Math.hypot(c[x][row], c[y][row], c[z][row]);
      if (Number.isFinite(size) && size > 0) sizes.push(size);
    }
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(0.95 * sizes.length)] || 1;
}
