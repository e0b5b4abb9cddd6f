// roads.ts: the profile z(x) of a road as a ribbon with a line along its middle.
import { BufferAttribute, BufferGeometry, Group, Mesh, Object3D } from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { type LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { type Road } from "../data";
import { GROUND, surface } from "./materials";

export function roadShape(road: Road, size: number, line: LineMaterial): Object3D {
  const group = new Group(), n = road.points.length, half = (road.width ?? 0.5 * size) / 2;
  const at = road.at ?? [0, 0, 0], q = road.quaternion ?? [1, 0, 0, 0];
  group.position.set(...at);
  group.quaternion.set(q[1], q[2], q[3], q[0]);
  if (n < 2) return group;
  const places = new Float32Array(6 * n), faces: number[] = [], middle: number[] = [];
  road.points.forEach(([x, z], k) => {
    places.set([x, -half, z, x, half, z], 6 * k);
    middle.push(x, 0, z);
    if (k > 0) faces.push(2 * k - 2, 2 * k, 2 * k - 1, 2 * k - 1, 2 * k, 2 * k + 1);
  });
  const ribbon = new BufferGeometry();
  ribbon.setAttribute("position", new BufferAttribute(places, 3));
  ribbon.setIndex(faces);
  ribbon.computeVertexNormals();
  group.add(new Mesh(ribbon, surface(GROUND, { opacity: 0.55 })));
  const geometry = new LineGeometry();
  geometry.setPositions(middle);
  group.add(new Line2(geometry, line));
  return group;
}
