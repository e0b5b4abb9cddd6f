// joint_glyphs.ts: joints by kind. The part that moves with P hangs on P's body, the part that guides it on Q's.
import { BoxGeometry, CylinderGeometry, Group, Mesh, Object3D, SphereGeometry, TorusGeometry, TubeGeometry, Vector3, Curve, type BufferGeometry } from "three";
import { type End, type Joint } from "../data";
import { METAL, solid, surface } from "./materials";

export interface Glyphs { onP: Object3D | null; onQ: Object3D | null; rides?: boolean }     // rides: stays at P with the axes of Q
export interface Travel { min: number; max: number }                                        // of P along the axis of Q

export function jointGlyphs(joint: Joint, u: number, planar: boolean, travel: Travel): Glyphs {     // u: half a link's width
  const metal = () => surface(METAL, { metal: true });
  const cylinder = (r: number, length: number) => new CylinderGeometry(r, r, length, 28).rotateX(Math.PI / 2);   // along z
  const part = (geometry: BufferGeometry, edges = true): Object3D => (edges ? solid(geometry, metal()) : new Mesh(geometry, metal()));
  const flat = planar ? 0.7 : 1;
  switch (joint.type) {
    case "revolute":
      return { onP: part(cylinder(0.55 * u, planar ? 7.5 * u : 4 * u)), onQ: planar ? null : part(cylinder(0.95 * u, 2 * u)) };
    case "translational":
      return { onP: part(new BoxGeometry(3.6 * u, 3.6 * u * flat, 6 * u)), onQ: rail(u, travel) };
    case "point_on_line":
      return { onP: part(new BoxGeometry(3.6 * u, 3.6 * u * flat, 5.4 * u)), onQ: rail(u, travel), rides: true };
    case "cylindrical":
      return { onP: part(cylinder(1.5 * u, 4.6 * u)), onQ: rail(u, travel) };
    case "screw":
      return { onP: part(cylinder(1.7 * u, 3 * u)), onQ: thread(u, travel) };
    case "spherical":
      return { onP: part(new SphereGeometry(1.25 * u, 28, 18), false), onQ: socket(u) };
    case "universal": {
      const cross = new Group();
      cross.add(part(cylinder(0.6 * u, 4.4 * u)), part(cylinder(0.6 * u, 4.4 * u).rotateX(Math.PI / 2)), part(new SphereGeometry(1.0 * u, 24, 16), false));
      return { onP: cross, onQ: null };
    }
    case "fixed":
      return { onP: part(new BoxGeometry(1.9 * u, 1.9 * u, 1.9 * u)), onQ: null };
    case "planar": case "point_in_plane": {
      const sheet = new Mesh(new BoxGeometry(22 * u, 22 * u, 0.15 * u), surface(METAL, { opacity: 0.25 }));
      return { onP: part(cylinder(1.5 * u, 0.9 * u)), onQ: sheet, rides: true };
    }
    case "knife_edge":
      return { onP: part(new BoxGeometry(5 * u, 0.3 * u, 2 * u)), onQ: null };
    case "rolling_disc": {
      const radius = joint.radius ?? 6 * u;
      const disc = new Group();
      disc.add(new Mesh(new TorusGeometry(radius - 0.5 * u, 0.5 * u, 12, 64), metal()), new Mesh(cylinder(radius - 0.5 * u, 0.25 * u), surface(METAL, { opacity: 0.35 })));
      for (const turn of [0, 1, 2]) disc.add(new Mesh(new BoxGeometry(2 * (radius - u), 0.4 * u, 0.4 * u).rotateZ(turn * Math.PI / 3), metal()));
      return { onP: disc, onQ: null };
    }
    case "distance":
      return { onP: part(new SphereGeometry(0.9 * u, 20, 14), false), onQ: part(new SphereGeometry(0.9 * u, 20, 14), false) };
    default:
      return { onP: part(new SphereGeometry(0.8 * u, 20, 14), false), onQ: null };
  }
}

export function placeOn(parent: Object3D, glyph: Object3D, end: End): void {
  const q = end.quaternion ?? [1, 0, 0, 0];
  glyph.position.set(...end.at);
  glyph.quaternion.set(q[1], q[2], q[3], q[0]);
  parent.add(glyph);
}

// As long as it is traveled on, and a little beyond.
function rail(u: number, { min, max }: Travel): Object3D {
  const bar = new Mesh(new CylinderGeometry(0.28 * u, 0.28 * u, max - min + 9 * u, 14).rotateX(Math.PI / 2), surface(METAL, { metal: true }));
  const holder = new Group();
  bar.position.z = (min + max) / 2;
  holder.add(bar);
  return holder;
}

function socket(u: number): Object3D {
  const ring = new Mesh(new TorusGeometry(1.35 * u, 0.3 * u, 12, 36), surface(METAL, { metal: true }));
  return ring;
}

class Helix extends Curve<Vector3> {
  constructor(private r: number, private length: number, private turns: number) { super(); }
  override getPoint(s: number, target = new Vector3()): Vector3 {
    const angle = 2 * Math.PI * this.turns * s;
    return target.set(this.r * Math.cos(angle), this.r * Math.sin(angle), (s - 0.5) * this.length);
  }
}

function thread(u: number, { min, max }: Travel): Object3D {
  const whole = new Group(), bolt = new Group(), length = max - min + 9 * u;
  bolt.position.z = (min + max) / 2;
  whole.add(bolt);
  bolt.add(new Mesh(new CylinderGeometry(0.7 * u, 0.7 * u, length, 20).rotateX(Math.PI / 2), surface(METAL, { metal: true })));
  bolt.add(new Mesh(new TubeGeometry(new Helix(0.8 * u, length, 20), 480, 0.16 * u, 5), surface("#6d7986", { metal: true })));
  return whole;
}
