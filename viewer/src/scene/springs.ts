// springs.ts: coils that stretch, dampers that slide, rods of fixed length: everything drawn between two moving points.
import { CylinderGeometry, Curve, Group, Mesh, Object3D, SphereGeometry, TorusGeometry, TubeGeometry, Vector3 } from "three";
import { type End, type Spring } from "../data";
import { DAMPER, METAL, remembered, SPRING, surface } from "./materials";

const Z = new Vector3(0, 0, 1);

class Coil extends Curve<Vector3> {
  constructor(private r: number, private length: number, private turns: number) { super(); }
  override getPoint(s: number, target = new Vector3()): Vector3 {
    const lead = 0.1, inside = Math.min(1, Math.max(0, (s - lead) / (1 - 2 * lead)));
    const ramp = Math.min(1, inside * 9, (1 - inside) * 9), fade = ramp * ramp * (3 - 2 * ramp), angle = 2 * Math.PI * this.turns * inside;
    return target.set(fade * this.r * Math.cos(angle), fade * this.r * Math.sin(angle), s * this.length);
  }
}

class Spiral extends Curve<Vector3> {
  constructor(private u: number) { super(); }
  override getPoint(s: number, target = new Vector3()): Vector3 {
    const r = (1 + 2 * s) * this.u, angle = 6 * Math.PI * s;
    return target.set(r * Math.cos(angle), r * Math.sin(angle), 0);
  }
}

export interface Stretching { object: Object3D; update(): void }

// Springs of nearly the same length share their wire: lengths in steps of five percent.
const wires = new Map<string, TubeGeometry>();
const rounded = (length: number) => 1.05 ** Math.round(Math.log(length) / Math.log(1.05));

// `where` brings an end to the world. The drawing is made for the length at the start and scaled along its axis.
export function stretching(P: End, Q: End, type: string, u: number, where: (end: End, p: Vector3) => Vector3, fine: boolean): Stretching {
  const object = new Group(), p = new Vector3(), q = new Vector3(), along = new Vector3();
  const nominal = rounded(Math.max(4 * u, where(P, p).distanceTo(where(Q, q))));
  const scaled = new Group();
  object.add(scaled);
  const coil = type.includes("spring"), damper = type.includes("damper");
  let housing: Object3D | null = null;
  const eye = new SphereGeometry(0.5 * u, 16, 12), farEye = new Mesh(eye, surface(METAL, { metal: true }));
  if (type === "rod") {
    scaled.add(bar(0.4 * u, nominal, METAL));
  } else {
    if (coil) {
      const turns = Math.min(14, Math.max(6, Math.round(nominal / (2.2 * u))));
      const radius = Math.min(1.7 * u, nominal / 6);
      const wire = remembered(wires, `${nominal} ${u} ${fine}`, () => new TubeGeometry(new Coil(radius, nominal, turns), fine ? 22 * turns : 8 * turns, 0.24 * u, fine ? 7 : 3));
      scaled.add(new Mesh(wire, surface(SPRING, { metal: true })));
    }
    if (damper || !coil) {
      const inner = coil ? 0.55 : 1;
      scaled.add(bar(0.26 * u * inner, nominal, METAL));
      housing = bar(0.95 * u * inner, 0.45 * nominal, DAMPER);
      object.add(housing);
    }
    if (fine) object.add(new Mesh(eye, surface(METAL, { metal: true })), farEye);
  }
  const update = () => {
    where(P, p); where(Q, q);
    const length = along.copy(q).sub(p).length();
    object.visible = length > 1e-9 * u;
    if (!object.visible) return;
    object.position.copy(p);
    object.quaternion.setFromUnitVectors(Z, along.divideScalar(length));
    scaled.scale.z = length / nominal;
    farEye.position.z = length;
    if (housing) housing.position.z = Math.max(0, length - 0.5 * nominal);
  };
  update();
  return { object, update };
}

function bar(radius: number, length: number, color: string): Mesh {
  return new Mesh(new CylinderGeometry(radius, radius, length, 18).rotateX(Math.PI / 2).translate(0, 0, length / 2), surface(color, { metal: true }));
}

// What is drawn on P alone, in the axes of P: a spiral, a bushing; and the wheel of a road spring, whose axis is y.
export function springGlyph(spring: Spring, u: number): Object3D | null {
  if (spring.type === "torsion_spring") {
    return new Mesh(new TubeGeometry(new Spiral(u), 120, 0.2 * u, 6), surface(SPRING, { metal: true }));
  }
  if (spring.type === "bushing") return new Mesh(new CylinderGeometry(0.7 * u, 0.7 * u, 1.1 * u, 28).rotateX(Math.PI / 2), surface("#3c4650"));
  if (spring.type === "road_spring") {
    const radius = spring.radius && spring.radius > 0 ? spring.radius : 5 * u, tire = 0.22 * radius;
    const wheel = new Group();
    wheel.add(new Mesh(new TorusGeometry(radius - tire, tire, 18, 64).rotateX(Math.PI / 2), surface("#3a424b")));
    wheel.add(new Mesh(new CylinderGeometry(radius - 1.6 * tire, radius - 1.6 * tire, 0.5 * tire, 40), surface("#a9b3be", { metal: true })));
    return wheel;
  }
  return null;
}
