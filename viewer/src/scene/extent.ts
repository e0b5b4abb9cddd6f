// extent.ts: how large the model is at a moment, and how far it gets during the run.
import { Box3, Quaternion, Vector3 } from "three";
import { type Body, type Model, type Shape, type Vec3 } from "../data";
import { remembered } from "./materials";
import { type Trajectory } from "../trajectory";

export interface Extent {
  size: number;           // diagonal of the model at a typical moment
  detail: number;         // the size that widths of links and joints are measured by: less than `size` in a long chain
  box: Box3;              // of all places its points come to
  now: Box3;              // at the start
  places: Vector3[];      // some of the places its points come to, all over the run
  moving: number;         // diagonal of the bodies that move, without the ground, at a typical moment
}

// The points of a body that something is attached to, its markers and its center of mass, in its frame; each once.
export function pointsOf(body: Body, model: Model): Vector3[] {
  const markers = body.kind === "ground" ? [] : (body.markers ?? []).map((marker) => marker.at);   // a train leaves the origin behind
  const center: Vec3[] = body.kind === "ground" || body.kind === "prescribed" ? [] : [body.com ?? [0, 0, 0]];
  return eachOnce([...markers, ...ends(body, model), ...center]);
}

// The ends of joints and springs alone.
export const attachedPoints = (body: Body, model: Model) => eachOnce(ends(body, model));

const ends = (body: Body, model: Model) => (remembered(attachments, model, () => endsByBody(model)).get(body.name) ?? []).slice(0, 500);

function eachOnce(places: Vec3[]): Vector3[] {
  const found: Vector3[] = [];
  for (const at of places) {
    const p = new Vector3(...at);
    if (!found.some((other) => other.distanceTo(p) < 1e-9 + 1e-6 * p.length())) found.push(p);
  }
  return found;
}

const attachments = new Map<Model, Map<string, Vec3[]>>();

function endsByBody(model: Model): Map<string, Vec3[]> {
  const ends = new Map<string, Vec3[]>();
  for (const element of [...(model.joints ?? []), ...(model.springs ?? [])])
    for (const end of [element.P, element.Q]) if (end) ends.set(end.body, [...(ends.get(end.body) ?? []).slice(0, 500), end.at]);
  return ends;
}

const MOST_PLACES = 20_000;

export function extentOf(model: Model, trajectory: Trajectory): Extent {
  const all = new Box3(), start = new Box3(), diagonals: number[] = [], without: number[] = [];
  const bodies = model.bodies.filter((body) => body.kind !== "prescribed").slice(0, 2000);   // a road that runs past is no part of it
  const points = bodies.map((body) => [...pointsOf(body, model).slice(0, 50), ...shapePoints(body)]);
  const position = new Vector3(), orientation = new Quaternion(), p = new Vector3();
  const rows = trajectory.someRows(Math.max(2, Math.min(300, Math.floor(60_000 / (1 + bodies.length)))));
  if (rows.length === 0) rows.push(0);
  const places: Vector3[] = [], kept = Math.max(1, Math.ceil((rows.length * points.reduce((sum, list) => sum + list.length, 0)) / MOST_PLACES));
  let count = 0;
  for (const row of rows) {
    const box = new Box3(), loose = new Box3();
    bodies.forEach((body, k) => {
      trajectory.pose(body, { row, share: 0 }, position, orientation);
      for (const local of points[k]) {
        box.expandByPoint(p.copy(local).applyQuaternion(orientation).add(position));
        if (body.kind !== "ground") loose.expandByPoint(p);
        if (count++ % kept === 0) places.push(p.clone());
      }
    });
    if (box.isEmpty()) continue;
    without.push(loose.isEmpty() ? 0 : loose.max.distanceTo(loose.min));
    if (start.isEmpty()) start.copy(box);
    all.union(box);
    diagonals.push(box.max.distanceTo(box.min));
  }
  if (all.isEmpty()) all.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
  if (start.isEmpty()) start.copy(all);
  const typical = median(diagonals) || all.max.distanceTo(all.min);
  const size = model.size && model.size > 0 ? model.size : typical > 1e-9 ? typical : 1;
  const link = typicalLink(points.map((list) => new Box3().setFromPoints(list)));
  const detail = model.size || link === 0 ? size : Math.min(size, Math.max(0.12 * size, 8 * link));      // thinner would not be seen
  return { size, detail, box: all, now: start, places: places.length > 1 ? places : corners(all), moving: median(without) || size };
}

export const corners = ({ min, max }: Box3) => [0, 1, 2, 3, 4, 5, 6, 7].map((k) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z));

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

// The median diagonal of bodies that have one.
function typicalLink(boxes: Box3[]): number {
  return median(boxes.map((box) => (box.isEmpty() ? 0 : box.max.distanceTo(box.min))).filter((length) => length > 0));
}

// Sides of a solid box: Jx = m (b² + c²)/12 and so on, hence a² = 6 (Jy + Jz − Jx)/m.
export function inertiaBox(body: Body): Vec3 {
  const [x, y, z] = body.inertia?.principal ?? [0, 0, 0], m = body.mass ?? 0;
  const side = (sum: number) => (m > 0 ? Math.sqrt(Math.max(0, 6 * sum / m)) : 0);
  return [side(y + z - x), side(z + x - y), side(x + y - z)];
}

// The corners of the boxes around the shapes of a body, in its frame; without any, of the box of its inertia.
function shapePoints(body: Body): Vector3[] {
  const shapes: Shape[] = body.shapes?.length || body.kind !== "spatial" ? body.shapes ?? [] :
    [{ type: "box", size: inertiaBox(body), at: body.com, quaternion: body.inertia?.quaternion }];
  return shapes.slice(0, 50).flatMap((shape) => {
    const box = new Box3();
    switch (shape.type) {
      case "box": box.setFromCenterAndSize(new Vector3(), new Vector3(...shape.size)); break;
      case "sphere": box.setFromCenterAndSize(new Vector3(), new Vector3(1, 1, 1).multiplyScalar(2 * shape.radius)); break;
      case "cylinder": box.setFromCenterAndSize(new Vector3(), new Vector3(2 * shape.radius, 2 * shape.radius, shape.length)); break;
      case "line": box.setFromPoints([new Vector3(...shape.from), new Vector3(...shape.to)]); break;
      case "polyline": box.setFromPoints(shape.points.map((p) => new Vector3(...p))); break;
      case "mesh": box.setFromArray(shape.positions); break;
    }
    const at = new Vector3(...(shape.at ?? [0, 0, 0])), q = shape.quaternion ?? [1, 0, 0, 0], turn = new Quaternion(q[1], q[2], q[3], q[0]);
    return corners(box).map((corner) => corner.applyQuaternion(turn).add(at));
  });
}
