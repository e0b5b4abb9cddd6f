// traces.ts: the paths of chosen markers: all of it faintly, what has been traveled strongly.
import { Group, Quaternion, Vector3 } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { type Body, type Model, type Vec3 } from "../data";
import { seriesColor } from "../theme";
import { type Place, type Trajectory } from "../trajectory";

const MOST_POINTS = 4000;

export interface Traceable { name: string; body: Body; at: Vec3; displacement?: Vec3[] }

export function traceables(model: Model): Traceable[] {
  return model.bodies.filter((body) => body.kind !== "ground").flatMap((body) => [
    { name: body.name, body, at: body.com ?? [0, 0, 0] },
    ...(body.markers ?? []).map((marker) => ({ name: `${body.name}.${marker.name}`, body, at: marker.at, displacement: marker.displacement })),
  ]);
}

export class Traces {
  readonly object = new Group();
  private lines = new Map<string, { all: Line2; past: Line2; past_geometry: LineGeometry; k: number; trace: Traceable }>();
  private rows: number[];

  // `bend` moves a point that is given in the frame of its body.
  constructor(private trajectory: Trajectory, private flat: boolean, private bend: (trace: Traceable, place: Place, p: Vector3) => Vector3) { this.rows = trajectory.someRows(MOST_POINTS); }

  names(): string[] { return [...this.lines.keys()]; }

  set(trace: Traceable, on: boolean): void {
    const existing = this.lines.get(trace.name);
    if (existing) {
      this.object.remove(existing.all, existing.past);
      this.lines.delete(trace.name);
    }
    if (!on || this.rows.length < 2) return;
    const positions = this.path(trace), k = existing?.k ?? this.lines.size, flat = this.flat;     // in a plane model paths lie over the links
    const make = (opacity: number, width: number) => {
      const geometry = new LineGeometry();
      geometry.setPositions(positions);
      const material = new LineMaterial({ color: seriesColor(k), linewidth: width, transparent: true, opacity, depthTest: !flat });
      return { line: new Line2(geometry, material), geometry };
    };
    const all = make(0.3, 1.5), past = make(1, 2.5);
    past.line.frustumCulled = all.line.frustumCulled = false;
    past.line.renderOrder = all.line.renderOrder = 5;
    this.object.add(all.line, past.line);
    this.lines.set(trace.name, { all: all.line, past: past.line, past_geometry: past.geometry, k, trace });
  }

  redraw(): void { for (const { trace } of [...this.lines.values()]) this.set(trace, true); }

  update(place: Place): void {
    let low = 0, high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rows[middle] <= place.row) low = middle; else high = middle - 1;
    }
    for (const { past, past_geometry } of this.lines.values()) {
      past_geometry.instanceCount = low;
      past.visible = low > 0;
    }
  }

  recolor(): void {
    for (const { all, past, k } of this.lines.values()) for (const line of [all, past]) line.material.color.set(seriesColor(k));
  }

  private path(trace: Traceable): number[] {
    const position = new Vector3(), orientation = new Quaternion(), p = new Vector3(), places: number[] = [];
    for (const row of this.rows) {
      this.trajectory.pose(trace.body, { row, share: 0 }, position, orientation);
      this.bend(trace, { row, share: 0 }, p.set(...trace.at)).applyQuaternion(orientation).add(position);
      places.push(p.x, p.y, p.z);
    }
    return places;
  }
}
