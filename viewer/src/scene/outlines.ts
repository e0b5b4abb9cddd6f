// outlines.ts: flat links of planar bodies: the convex hull of their points, rounded, as a plate.
import { ExtrudeGeometry, Shape, Vector2, type BufferGeometry, type Vector3 } from "three";

export function convexHull(points: Vector2[]): Vector2[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: Vector2[]) => {
    const hull: Vector2[] = [];
    for (const p of list) {
      while (hull.length > 1 && turn(hull[hull.length - 2], hull[hull.length - 1], p) <= 0) hull.pop();
      hull.push(p);
    }
    return hull.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];       // counter-clockwise
}

const turn = (a: Vector2, b: Vector2, c: Vector2) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

// More than a bar: its points do not lie on a line.
export const isPlate = (points: Vector3[]) => convexHull(points.map((p) => new Vector2(p.x, p.y))).length > 2;

// The outline at distance r around the hull: straight along its edges, arcs around its corners.
export function roundedPlate(points: Vector3[], r: number, thickness: number): BufferGeometry {
  const hull = convexHull(points.map((p) => new Vector2(p.x, p.y)));
  const shape = new Shape();
  if (hull.length < 2) {
    shape.absarc(points[0].x, points[0].y, r, 0, 2 * Math.PI, false);
  } else {
    hull.forEach((corner, k) => {
      const before = hull[(k + hull.length - 1) % hull.length], after = hull[(k + 1) % hull.length];
      const from = Math.atan2(-(corner.x - before.x), corner.y - before.y);       // outward normal of the edge that arrives
      let to = Math.atan2(-(after.x - corner.x), after.y - corner.y);
      while (to < from - 1e-9) to += 2 * Math.PI;
      shape.absarc(corner.x, corner.y, r, from, to, false);
    });
    shape.closePath();
  }
  const bevel = Math.min(0.15 * r, 0.25 * thickness);
  const plate = new ExtrudeGeometry(shape, { depth: thickness - 2 * bevel, curveSegments: 20, bevelThickness: bevel, bevelSize: bevel, bevelOffset: -bevel, bevelSegments: 2 });
  plate.translate(0, 0, -thickness / 2 + bevel);
  return plate;
}
