// body_shapes.ts: what a body looks like: the shapes it was given, or a box of its inertia with links to its markers.
import { BoxGeometry, BufferAttribute, BufferGeometry, CatmullRomCurve3, CurvePath, CylinderGeometry, Group, LineCurve3, Mesh,
         Object3D, Quaternion, SphereGeometry, TubeGeometry, Vector3 } from "three";
import { type Body, type Model, type Shape, type Vec3 } from "../data";
import { inertiaBox, pointsOf } from "./extent";
import { remembered, solid, surface } from "./materials";
import { isPlate, roundedPlate } from "./outlines";

export interface Looks { size: number; color: string; layer: number; heaviest: number }   // layer: planar links lie on each other

export function bodyShape(body: Body, model: Model, looks: Looks): Group {
  const group = new Group();
  if (body.shapes?.length) {
    for (const shape of body.shapes) group.add(given(shape, looks));
    return group;
  }
  if (body.kind === "ground" || body.kind === "prescribed") return group;
  if (body.kind === "point") group.add(ball(body, looks));
  else if (body.kind === "planar") group.add(plate(body, model, looks));
  else group.add(...boxWithLinks(body, model, looks));
  return group;
}

function ball(body: Body, looks: Looks): Object3D {
  const share = looks.heaviest > 0 ? Math.cbrt((body.mass ?? looks.heaviest) / looks.heaviest) : 1;
  return new Mesh(new SphereGeometry(looks.size * 0.045 * Math.max(0.35, share), 32, 20), surface(looks.color));
}

const plates = new Map<string, Object3D>();      // links of a chain are often alike
function plate(body: Body, model: Model, looks: Looks): Object3D {
  let points = pointsOf(body, model).slice(0, 200);
  const com = new Vector3(...(body.com ?? [0, 0, 0]));
  const J = body.inertia?.principal[2] ?? 0, m = body.mass ?? 0;
  const width = 0.018 * looks.size, thickness = 0.014 * looks.size;
  if (points.length < 2) {                                             // a slender rod of the same mass and inertia
    const half = m > 0 && J > 0 ? Math.min(2 * looks.size, Math.sqrt(3 * J / m)) : width;
    points = [com.clone().add(new Vector3(-half, 0, 0)), com.clone().add(new Vector3(half, 0, 0))];
  }
  const key = `${looks.color} ${width} ${points.map((p) => `${p.x},${p.y}`).join(" ")}`;
  const drawn = remembered(plates, key, () => solid(roundedPlate(points, width, thickness), surface(looks.color, isPlate(points) ? { opacity: 0.86 } : {}))).clone();
  drawn.position.z = looks.layer * thickness * 1.15;
  return drawn;
}

function boxWithLinks(body: Body, model: Model, looks: Looks): Object3D[] {
  const com = new Vector3(...(body.com ?? [0, 0, 0]));
  const parts: Object3D[] = [];
  const box = solid(new BoxGeometry(...boxOfInertia(body, looks.size)), surface(looks.color));
  box.position.copy(com);
  const q = body.inertia?.quaternion;
  if (q) box.quaternion.set(q[1], q[2], q[3], q[0]);
  parts.push(box);
  for (const point of pointsOf(body, model).slice(0, 200))
    if (point.distanceTo(com) > 1e-6 * looks.size) parts.push(rod(com, point, 0.009 * looks.size, looks.color));
  return parts;
}

// Kept visible and within the model.
function boxOfInertia(body: Body, size: number): Vec3 {
  return inertiaBox(body).map((side) => Math.min(0.8 * size, Math.max(0.03 * size, side))) as Vec3;
}

export function rod(from: Vector3, to: Vector3, radius: number, color: string): Mesh {
  const length = from.distanceTo(to);
  const mesh = new Mesh(new CylinderGeometry(radius, radius, length, 16), surface(color));
  mesh.position.copy(from).add(to).multiplyScalar(0.5);
  mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), to.clone().sub(from).normalize());
  return mesh;
}

function given(shape: Shape, looks: Looks): Object3D {
  const material = surface(shape.color ?? looks.color);
  const thin = 0.008 * looks.size;
  const drawn = ((): Object3D => {
    switch (shape.type) {
      case "box": return solid(new BoxGeometry(...shape.size), material);
      case "sphere": return new Mesh(new SphereGeometry(shape.radius, 32, 20), material);
      case "cylinder": return solid(new CylinderGeometry(shape.radius, shape.radius, shape.length, 40).rotateX(Math.PI / 2), material);
      case "line": return rod(new Vector3(...shape.from), new Vector3(...shape.to), shape.radius ?? thin, shape.color ?? looks.color);
      case "polyline": return new Mesh(tubeThrough(shape.points, shape.closed === true, shape.radius ?? thin), material);
      case "mesh": return solid(triangles(shape.positions, shape.indices), material);
    }
  })();
  const holder = new Group();
  holder.add(drawn);
  const at = shape.at ?? [0, 0, 0], q = shape.quaternion ?? [1, 0, 0, 0];
  holder.position.set(...at);
  holder.quaternion.copy(new Quaternion(q[1], q[2], q[3], q[0]));
  return holder;
}

function tubeThrough(points: Vec3[], closed: boolean, radius: number): BufferGeometry {
  const places = points.map((p) => new Vector3(...p)).filter((p, k, all) => k === 0 || p.distanceTo(all[k - 1]) > 0);
  if (places.length < 2) return new SphereGeometry(radius, 12, 8);
  if (places.length > 500) return new TubeGeometry(new CatmullRomCurve3(places, closed), 2000, radius, 6, closed);
  const path = new CurvePath<Vector3>();
  places.forEach((p, k) => { if (k > 0) path.add(new LineCurve3(places[k - 1], p)); });
  if (closed && places[0].distanceTo(places[places.length - 1]) > 0) path.add(new LineCurve3(places[places.length - 1], places[0]));
  return new TubeGeometry(path as never, Math.max(8, 4 * places.length), radius, 6, false);
}

function triangles(positions: number[], indices?: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
  if (indices) geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}
