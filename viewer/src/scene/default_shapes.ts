// default_shapes.ts: a body that was given no shape. A point is a ball, a planar body a flat link through its markers. A spatial body that
// is slender or flat is a link through what it is attached to, if that is as far apart as its mass; others are a box of their mass and
// inertia, or a cylinder where two moments of inertia are equal, with rods to what is attached.
import { BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, Mesh, Object3D, Quaternion, SphereGeometry, Vector3 } from "three";
import { type Body, type Model, type Vec3 } from "../data";
import { attachedPoints, inertiaBox, pointsOf } from "./extent";
import { remembered, solid, surface } from "./materials";
import { isPlate, roundedPlate } from "./outlines";

export interface Looks { size: number; color: string; layer: number; heaviest: number }   // layer: planar links lie on each other

const THICKNESS = 0.014;                          // of a planar link
export const layerHeight = ({ layer, size }: Looks) => 1.15 * layer * THICKNESS * size;

export function defaultShape(body: Body, model: Model, looks: Looks): Object3D[] {
  if (body.kind === "ground" || body.kind === "prescribed") return [];
  if (body.kind === "point") return [ball(body, looks)];
  if (body.kind === "planar") return [plate(body, model, looks)];
  const ends = attachedPoints(body, model).slice(0, 200), jointed = (model.joints ?? []).some(({ P, Q }) => P?.body === body.name || Q?.body === body.name);
  const hasWheel = (model.springs ?? []).some((spring) => spring.type === "road_spring" && spring.P.body === body.name);       // drawn at its hub
  return (jointed && isLink(body, ends)) || (hasWheel && ends.length > 1) ? link(body, ends, looks) : lump(body, ends, looks);       // a body on springs alone is none
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
  const width = 0.018 * looks.size, thickness = THICKNESS * looks.size;
  if (points.length < 2) {                                             // a slender rod of the same mass and inertia
    const half = m > 0 && J > 0 ? Math.min(2 * looks.size, Math.sqrt(3 * J / m)) : width;
    points = [com.clone().add(new Vector3(-half, 0, 0)), com.clone().add(new Vector3(half, 0, 0))];
  }
  const key = `${looks.color} ${width} ${points.map((p) => `${p.x},${p.y}`).join(" ")}`;
  const drawn = remembered(plates, key, () => solid(roundedPlate(points, width, thickness), surface(looks.color, isPlate(points) ? { opacity: 0.86 } : {}))).clone();
  drawn.position.z = layerHeight(looks);
  return drawn;
}

const reach = (points: Vector3[]) => Math.max(0, ...points.flatMap((p, k) => points.slice(k + 1).map((q) => p.distanceTo(q))));

function isLink(body: Body, ends: Vector3[]): boolean {
  const sides = inertiaBox(body), longest = Math.max(...sides), round = roundAbout(body), com = new Vector3(...(body.com ?? [0, 0, 0]));
  const isWheel = round !== null && 2 * round.radius > round.length && ends.some((p) => p.distanceTo(com) < 0.2 * round.radius);       // held in its middle
  return ends.length > 1 && !isWheel && Math.min(...sides) <= 0.45 * longest && reach(ends) >= 0.5 * longest;
}

// Two ends: a bar, bent at the center of mass if that is aside. Three: a triangle, as a wishbone has. More: bars from the center of mass.
function link(body: Body, ends: Vector3[], looks: Looks): Object3D[] {
  const com = new Vector3(...(body.com ?? [0, 0, 0])), length = reach(ends), r = Math.min(0.011 * looks.size, 0.06 * length);
  const bars = (pairs: [Vector3, Vector3][]) => pairs.filter(([p, q]) => p.distanceTo(q) > 1e-6 * looks.size).map(([p, q]) => rod(p, q, r, looks.color));
  const eyes = ends.map((p) => knob(p, 1.5 * r, looks.color));
  if (ends.length === 3 && !onLine(ends[0], ends[1], ends[2], 0.05 * length))
    return [...bars([[ends[0], ends[1]], [ends[1], ends[2]], [ends[2], ends[0]]]), ...eyes, web(ends, looks.color)];
  if (ends.length === 2 && onLine(ends[0], com, ends[1], 0.15 * length)) return [...bars([[ends[0], ends[1]]]), ...eyes];
  return [...bars(ends.map((p) => [com, p])), ...eyes, knob(com, 1.5 * r, looks.color)];
}

const onLine = (a: Vector3, b: Vector3, c: Vector3, within: number) => {
  const along = c.clone().sub(a).normalize(), aside = b.clone().sub(a);
  return aside.addScaledVector(along, -aside.dot(along)).length() <= within;
};

function knob(at: Vector3, radius: number, color: string): Mesh {
  const mesh = new Mesh(new SphereGeometry(radius, 20, 14), surface(color));
  mesh.position.copy(at);
  return mesh;
}

function web(corners: Vector3[], color: string): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners.flatMap((p) => p.toArray())), 3));
  geometry.computeVertexNormals();
  return new Mesh(geometry, surface(color, { opacity: 0.45 }));
}

function lump(body: Body, ends: Vector3[], looks: Looks): Object3D[] {
  const com = new Vector3(...(body.com ?? [0, 0, 0])), q = body.inertia?.quaternion;
  const core = solid(coreOf(body, looks.size), surface(looks.color));
  core.position.copy(com);
  if (q) core.quaternion.set(q[1], q[2], q[3], q[0]);
  const rods = ends.filter((p) => p.distanceTo(com) > 1e-6 * looks.size).map((p) => rod(com, p, 0.009 * looks.size, looks.color));
  return [core, ...rods];
}

// Kept visible and within the model.
function coreOf(body: Body, size: number): BufferGeometry {
  const kept = (side: number) => Math.min(0.8 * size, Math.max(0.03 * size, side));
  const round = roundAbout(body);
  if (round === null) return new BoxGeometry(...(inertiaBox(body).map(kept) as Vec3));
  const { axis, radius, length } = round;
  const cylinder = new CylinderGeometry(kept(2 * radius) / 2, kept(2 * radius) / 2, kept(length), 48);       // along y
  return axis === 0 ? cylinder.rotateZ(Math.PI / 2) : axis === 2 ? cylinder.rotateX(Math.PI / 2) : cylinder;
}

// The cylinder of the same inertia where two principal moments A are equal and the third, C, is not:  C = m r²/2,  A = m (3r² + l²)/12.
export function roundAbout(body: Body): { axis: number; radius: number; length: number } | null {
  const J = body.inertia?.principal ?? [0, 0, 0], m = body.mass ?? 0;
  for (const axis of [0, 1, 2]) {
    const C = J[axis], A = J[(axis + 1) % 3], B = J[(axis + 2) % 3];
    if (m > 0 && C > 0 && Math.abs(A - B) <= 0.03 * A && Math.abs(C - A) > 0.05 * A)
      return { axis, radius: Math.sqrt((2 * C) / m), length: Math.sqrt(Math.max(0, (12 * A - 6 * C) / m)) };
  }
  return null;
}

export function rod(from: Vector3, to: Vector3, radius: number, color: string): Mesh {
  const length = from.distanceTo(to);
  const mesh = new Mesh(new CylinderGeometry(radius, radius, length, 16), surface(color));
  mesh.position.copy(from).add(to).multiplyScalar(0.5);
  mesh.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), to.clone().sub(from).normalize()));
  return mesh;
}
