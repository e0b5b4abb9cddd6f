// body_shapes.ts: what a body looks like: the shapes it was given, or those of default_shapes.ts.
import { BoxGeometry, BufferAttribute, BufferGeometry, CatmullRomCurve3, CurvePath, CylinderGeometry, Group, LineCurve3, Mesh,
         Object3D, Quaternion, SphereGeometry, TubeGeometry, Vector3 } from "three";
import { type Body, type Model, type Shape, type Vec3 } from "../data";
import { defaultShape, rod, type Looks } from "./default_shapes";
import { solid, surface } from "./materials";

export function bodyShape(body: Body, model: Model, looks: Looks): Group {
  const group = new Group();
  const parts = body.shapes?.length ? body.shapes.map((shape) => given(shape, looks)) : defaultShape(body, model, looks);
  for (const part of parts) group.add(part);
  return group;
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
