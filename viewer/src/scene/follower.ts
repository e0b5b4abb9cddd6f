// follower.ts: the body that the camera follows: where its middle is, and which way it travels.
import { Quaternion, Vector3, type Box3 } from "three";
import { type Body } from "../data";
import { type Trajectory } from "../trajectory";
import { type Mechanism } from "./mechanism";
import { reference, type View } from "./views";

export class Follower {
  name: string | null = null;
  readonly place = new Vector3();                          // of the middle of the body, at the time last asked for
  private middle = new Vector3();                          // in its frame
  private own = 0;                                         // diagonal of its shape
  private heading: Heading | null = null;

  constructor(private mechanism: Mechanism, private trajectory: Trajectory, private up: Vector3, private size: number) {}

  set(name: string | null): void {
    const body = name ? this.mechanism.body(name) : null;
    this.name = body ? body.name : null;
    this.heading = null;
    if (!body) return;
    const own = this.mechanism.bounds(body.name);
    if (own.isEmpty()) this.middle.set(...(body.com ?? [0, 0, 0])); else own.getCenter(this.middle);
    this.own = own.isEmpty() ? 0 : own.min.distanceTo(own.max);
    this.heading = new Heading(this.trajectory, body, this.middle, this.up, { body: Math.max(this.own, 0.1 * this.size), model: this.size });
    this.moved();
  }

  // From where it was when last asked.
  moved(): Vector3 {
    if (!this.name) return new Vector3();
    const before = this.place.clone();
    this.mechanism.world({ body: this.name, at: this.middle.toArray() as [number, number, number] }, this.place);
    return before.sub(this.place).negate();
  }

  angle(t: number): number { return this.heading?.at(t) ?? 0; }

  // Around the body and what hangs on it, with the body in the middle. From behind, what it draws would hide it: the camera stands back.
  frame(view: View): Box3 {
    const box = this.mechanism.surroundings(this.name!, this.own > 0.15 * this.size ? 0 : 0.35 * this.size, view === "chase" ? "all" : "smaller");    // a dot alone shows nothing
    const half = new Vector3();
    for (const axis of ["x", "y", "z"] as const) half[axis] = Math.max(box.max[axis] - this.place[axis], this.place[axis] - box.min[axis]);
    box.min.copy(this.place).sub(half);
    box.max.copy(this.place).add(half);
    return box;
  }
}

const MOST_ROWS = 600;

// The direction of travel as an angle about the vertical, continuous over the run. A body that goes nowhere has the angle 0.
export class Heading {
  private times: number[] = [];
  private angles: number[] = [];

  constructor(trajectory: Trajectory, body: Body, at: Vector3, up: Vector3, size: { body: number; model: number }) {
    const rows = trajectory.someRows(MOST_ROWS), orientation = new Quaternion();
    const places = rows.map((row) => {
      const p = new Vector3();
      trajectory.pose(body, { row, share: 0 }, p, orientation);
      p.add(at.clone().applyQuaternion(orientation));
      return p.addScaledVector(up, -p.dot(up));
    });
    if (!places.some((p) => p.distanceTo(places[0]) > Math.max(2 * size.body, 0.75 * size.model))) return;
    const e1 = reference(up), e2 = up.clone().cross(e1), d = new Vector3();
    let last = 0;
    places.forEach((_, i) => {
      let from = i, to = i;                                // as far apart as it takes to see a direction
      while (d.copy(places[to]).sub(places[from]).length() < 0.25 * size.body && (from > 0 || to < places.length - 1)) {
        from = Math.max(0, from - 1);
        to = Math.min(places.length - 1, to + 1);
      }
      const found = Math.atan2(d.dot(e2), d.dot(e1));
      last += Math.atan2(Math.sin(found - last), Math.cos(found - last));      // the shorter way round
      this.times.push(trajectory.time[rows[i]]);
      this.angles.push(last);
    });
  }

  at(t: number): number {
    const after = this.times.findIndex((time) => time >= t);
    if (after <= 0) return (after === 0 ? this.angles[0] : this.angles[this.angles.length - 1]) ?? 0;
    const share = (t - this.times[after - 1]) / (this.times[after] - this.times[after - 1] || 1);
    return this.angles[after - 1] + share * (this.angles[after] - this.angles[after - 1]);
  }
}
