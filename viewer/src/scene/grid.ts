// grid.ts: a floor for 3D views, graph paper for plane ones, with lines at tidy distances.
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Vector3, type Box3 } from "three";
import { ink } from "../theme";
import { tidyTicks } from "../numbers";

export type Plane = "xy" | "xz" | "yz";

export function gridLines(plane: Plane, box: Box3, size: number, depth: number): LineSegments {
  const u = plane[0] as "x" | "y", v = plane[1] as "y" | "z", w = (["x", "y", "z"] as const).find((axis) => !plane.includes(axis))!;
  const margin = Math.max(1.2 * size, 0.15 * box.getSize(new Vector3()).length());
  const ticks = tidyTicks(0, size, 6);
  let step = ticks.length > 1 ? ticks[1] - ticks[0] : size / 5;
  while ((box.max[u] - box.min[u] + 2 * margin) / step > 300 || (box.max[v] - box.min[v] + 2 * margin) / step > 300) step *= 2;
  const range = (axis: "x" | "y" | "z") => [Math.floor((box.min[axis] - margin) / step), Math.ceil((box.max[axis] + margin) / step)];
  const [u0, u1] = range(u), [v0, v1] = range(v), places: number[] = [];
  const add = (a: number, b: number) => { const p = new Vector3(); p[u] = a; p[v] = b; p[w] = depth; places.push(p.x, p.y, p.z); };
  for (let k = u0; k <= u1; ++k) { add(k * step, v0 * step); add(k * step, v1 * step); }
  for (let k = v0; k <= v1; ++k) { add(u0 * step, k * step); add(u1 * step, k * step); }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  const lines = new LineSegments(geometry, new LineBasicMaterial({ color: ink().grid }));
  lines.name = `grid of ${step} m`;
  lines.userData.step = step;
  return lines;
}
