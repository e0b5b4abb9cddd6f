// trajectory.ts: the columns over time: where a time lies among the samples, values and poses in between.
import { Quaternion as Q4, Vector3 } from "three";
import { type Body, type Column, type Header } from "./data";
import { type Numbers, type Payload } from "./payload";

export interface Place { row: number; share: number }        // share of the way from row to row + 1

export class Trajectory {
  readonly header: Header;
  readonly columns: Numbers[];
  readonly time: Numbers;
  private byName = new Map<string, number>();
  private a = new Q4();
  private b = new Q4();

  constructor(payload: Payload) {
    this.header = payload.header;
    this.columns = payload.columns;
    this.time = payload.columns[0] ?? new Float64Array();
    this.header.columns.forEach((column, k) => { if (!this.byName.has(column.name)) this.byName.set(column.name, k); });
  }

  get rows(): number { return this.time.length; }
  get start(): number { return this.rows ? this.time[0] : 0; }
  get end(): number { return this.rows ? this.time[this.rows - 1] : 0; }

  find(name: string): number | undefined { return this.byName.get(name); }
  info(k: number): Column { return this.header.columns[k]; }

  // The last row whose time is not after t.
  rowAt(t: number): number {
    let low = 0, high = this.rows - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time[middle] <= t) low = middle; else high = middle - 1;
    }
    return Math.max(0, low);
  }

  place(t: number): Place {
    const row = this.rowAt(t);
    if (row + 1 >= this.rows) return { row: Math.max(0, this.rows - 1), share: 0 };
    const span = this.time[row + 1] - this.time[row];
    return { row, share: span > 0 ? Math.min(1, Math.max(0, (t - this.time[row]) / span)) : 0 };
  }

  // Between two samples a straight line: what the plots draw.
  value(k: number, place: Place): number {
    const column = this.columns[k], low = column[place.row];
    return place.share === 0 ? low : low + place.share * (column[place.row + 1] - low);
  }

  // Position on a straight line, orientation by slerp along the shorter way: p and −p are the same rotation.
  pose(body: Body, place: Place, position: Vector3, orientation: Q4): void {
    const first = body.pose;
    if (typeof first !== "number") {
      const p = first?.position ?? [0, 0, 0], q = first?.quaternion ?? [1, 0, 0, 0];
      position.set(p[0], p[1], p[2]);
      orientation.set(q[1], q[2], q[3], q[0]);
      return;
    }
    position.set(this.value(first, place), this.value(first + 1, place), this.value(first + 2, place));
    this.orientation(first, place.row, this.a);
    if (place.share > 0) this.a.slerp(this.orientation(first, place.row + 1, this.b), place.share);
    orientation.copy(this.a);
    if (!Number.isFinite(position.x + position.y + position.z)) position.set(0, 0, 0);
  }

  private orientation(first: number, row: number, q: Q4): Q4 {
    const c = this.columns;
    q.set(c[first + 4][row], c[first + 5][row], c[first + 6][row], c[first + 3][row]);
    const length = q.length();
    return Number.isFinite(length) && length > 1e-12 ? q.normalize() : q.identity();
  }

  // Rows spread evenly, for whatever need not look at every sample.
  someRows(most: number): number[] {
    const n = Math.min(most, this.rows);
    return Array.from({ length: n }, (_, i) => (n === 1 ? 0 : Math.round((i * (this.rows - 1)) / (n - 1))));
  }

  isEnvelope(k: number): boolean {
    if (!this.header.thinned || k === 0) return false;
    const column = this.info(k);
    return (column.kept ?? (column.group === "pose" ? "sample" : "envelope")) === "envelope";
  }
}
