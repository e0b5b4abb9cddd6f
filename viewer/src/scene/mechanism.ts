// mechanism.ts: all that moves, as three.js objects: one group per body, and what is drawn between bodies.
import { Box3, ConeGeometry, Group, Quaternion, Vector3, type Mesh, type Object3D, type Raycaster } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { type Body, type End, type Joint, type Model, type Vec3 } from "../data";
import { bodyColor, ink } from "../theme";
import { type Place, type Trajectory } from "../trajectory";
import { Arrows } from "./arrows";
import { Bending, BentBar, visibleScale, type Deformation } from "./bending";
import { bodyShape } from "./body_shapes";
import { layerHeight, type Looks } from "./default_shapes";
import { jointGlyphs, placeOn, type Glyphs } from "./joint_glyphs";
import { edges, GROUND, remembered, solid, surface } from "./materials";
import { roadShape } from "./roads";
import { springGlyph, stretching, type Stretching } from "./springs";
import { Traces } from "./traces";

// Joints of one kind share their drawing.
const drawn = new Map<string, Glyphs>();
function alike(joint: Joint, u: number, planar: boolean): Glyphs {
  const { onP, onQ, rides } = remembered(drawn, `${joint.type} ${u} ${planar} ${joint.radius}`, () => jointGlyphs(joint, u, planar, { min: 0, max: 0 }));
  return { onP: onP?.clone() ?? null, onQ: onQ?.clone() ?? null, rides };
}

const MANY_PARTS = 400;

export class Mechanism {
  readonly object = new Group();
  readonly arrows: Arrows;
  readonly traces: Traces;
  readonly joints: Object3D[] = [];
  readonly springs: Object3D[] = [];
  private groups = new Map<string, { body: Body; group: Group; bounds: Box3 }>();     // bounds: of its own shape, in its frame
  private stretchings: Stretching[] = [];
  private riders: (() => void)[] = [];
  private bendings = new Map<string, Bending>();
  private bars: BentBar[] = [];
  readonly deformation: Deformation = { scale: 1 };
  private roadLine = new LineMaterial({ color: ink().text, linewidth: 2 });

  constructor(private model: Model, private trajectory: Trajectory, readonly size: number, private detail: number) {
    edges.drawn = model.bodies.length + (model.joints?.length ?? 0) < MANY_PARTS;
    this.addBendings();
    this.addBodies();
    this.moveBodies({ row: 0, share: 0 });
    this.addJoints();
    this.addSprings();
    for (const road of model.roads ?? []) this.groups.get(road.body)?.group.add(roadShape(road, size, this.roadLine));
    this.arrows = new Arrows(model.arrows ?? [], trajectory, size, (arrow, p) => this.world(arrow, p));
    this.traces = new Traces(trajectory, model.planar !== false, (trace, place, p) => this.bendAt(trace.body.name, trace.displacement, place, p));
    this.object.add(this.arrows.object, this.traces.object);
  }

  private addBendings(): void {
    for (const { name, flexible } of this.model.bodies) if (flexible) this.bendings.set(name, new Bending(flexible, this.trajectory, this.deformation));
    this.deformation.scale = visibleScale(Math.max(0, ...[...this.bendings.values()].map((bending) => bending.largest())));
  }
  get bends(): boolean { return this.bendings.size > 0; }

  // Drawn with deformations this many times as large; 0: rigid.
  setDeformation(scale: number): void {
    this.deformation.scale = scale;
    this.traces.redraw();
  }

  private bendAt(body: string, displacement: Vec3[] | undefined, place: Place, p: Vector3): Vector3 {
    const bending = this.bendings.get(body);
    if (!bending || !displacement) return p;
    bending.update(place);
    return bending.displace(displacement, p);
  }

  private addBodies(): void {
    const heaviest = Math.max(0, ...this.model.bodies.map((body) => body.mass ?? 0));
    let moving = 0;
    for (const body of this.model.bodies) {
      const fixed = body.kind === "ground" || body.kind === "prescribed";
      const color = body.color ?? (fixed ? GROUND : bodyColor(moving));
      const looks = { size: this.detail, color, layer: (moving % 4) - 1.5, heaviest }, bending = this.bendings.get(body.name);
      const group = bending && !body.shapes?.length ? this.addBar(bending, looks) : bodyShape(body, this.model, looks);
      if (!fixed) ++moving;
      group.name = body.name;
      this.groups.set(body.name, { body, group, bounds: new Box3().setFromObject(group) });
      this.object.add(group);
    }
  }

  private addBar(bending: Bending, looks: Looks): Group {
    const bar = new BentBar(bending, 0.016 * looks.size, looks.color), group = new Group();
    if (this.model.planar) bar.object.position.z = layerHeight(looks);
    this.bars.push(bar);
    return group.add(bar.object);
  }

  private addJoints(): void {
    const u = 0.014 * this.detail, planar = this.model.planar === "xy";
    for (const joint of this.model.joints ?? []) {
      if (!joint.P || !joint.Q) continue;
      const slides = ["translational", "cylindrical", "screw", "point_on_line"].includes(joint.type);
      const { onP, onQ, rides } = slides ? jointGlyphs(joint, u, planar, this.travel(joint.P, joint.Q)) : alike(joint, u, planar);
      for (const [glyph, end] of [[onP, joint.P], [onQ, joint.Q]] as const) {
        if (!glyph) continue;
        if (glyph === onP && rides) this.ride(glyph, joint.P, joint.Q);
        else this.attach(glyph, end);
        this.joints.push(glyph);
      }
      if (joint.type === "distance") this.stretch(joint.P, joint.Q, "rod", u);
      for (const end of [joint.P, joint.Q]) if (this.groups.get(end.body)!.body.kind === "ground") this.addFoot(end, u, joint.type);
    }
  }

  // On the body of an end, and where that bends, with its place.
  private attach(glyph: Object3D, end: End): void {
    placeOn(this.groups.get(end.body)!.group, glyph, end);
    const bending = this.bendings.get(end.body);
    if (bending && end.displacement) this.riders.push(() => bending.displace(end.displacement, glyph.position.set(...end.at)));
  }

  // A block on a line keeps the direction of the line, whatever its body does.
  private ride(glyph: Object3D, P: End, Q: End): void {
    this.object.add(glyph);
    const { group } = this.groups.get(Q.body)!, q = Q.quaternion ?? [1, 0, 0, 0], axes = new Quaternion(q[1], q[2], q[3], q[0]);
    this.riders.push(() => { this.world(P, glyph.position); glyph.quaternion.copy(group.quaternion).multiply(axes); });
  }

  // How far P goes along the z-axis of Q during the run.
  private travel(P: End, Q: End): { min: number; max: number } {
    const travel = { min: Infinity, max: -Infinity }, p = new Vector3(), origin = new Vector3(), z = new Vector3(), q = Q.quaternion ?? [1, 0, 0, 0];
    for (const row of this.trajectory.someRows(Math.max(2, Math.min(100, Math.floor(20_000 / this.groups.size))))) {
      for (const body of [P.body, Q.body]) this.moveBody(body, { row, share: 0 });
      z.set(0, 0, 1).applyQuaternion(new Quaternion(q[1], q[2], q[3], q[0])).applyQuaternion(this.groups.get(Q.body)!.group.quaternion);
      const along = this.world(P, p).sub(this.world(Q, origin)).dot(z);
      travel.min = Math.min(travel.min, along);
      travel.max = Math.max(travel.max, along);
    }
    for (const body of [P.body, Q.body]) this.moveBody(body, { row: 0, share: 0 });
    return travel.min <= travel.max ? travel : { min: 0, max: 0 };
  }

  private moveBody(name: string, place: Place): void {
    const { body, group } = this.groups.get(name)!;
    this.trajectory.pose(body, place, group.position, group.quaternion);
  }

  // The little triangle under a point that is fixed to the ground.
  private addFoot(end: End, u: number, type: string): void {
    if (!["revolute", "spherical", "universal", "fixed", "distance"].includes(type)) return;
    const foot = solid(new ConeGeometry(2.6 * u, 3.6 * u, 4).rotateY(Math.PI / 4).translate(0, -1.8 * u, 0), surface(GROUND));
    const g = new Vector3(...(this.model.gravity ?? [0, 0, 0]));
    const up = g.length() > 0 ? g.normalize().negate() : new Vector3(0, this.model.planar === "xy" ? 1 : 0, this.model.planar === "xy" ? 0 : 1);
    foot.position.set(...end.at);
    foot.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), up);
    this.groups.get(end.body)!.group.add(foot);
    this.joints.push(foot);
  }

  private addSprings(): void {
    const u = 0.016 * this.detail, springs = this.model.springs ?? [];
    for (const spring of springs) {
      const glyph = springGlyph(spring, u);
      if (glyph) {
        this.attach(glyph, spring.P);
        this.springs.push(glyph);
      } else {
        this.springs.push(this.stretch(spring.P, spring.Q, spring.type, u, springs.length < 40));
      }
    }
  }

  private stretch(P: End, Q: End, type: string, u: number, fine = true): Object3D {
    const made = stretching(P, Q, type, u, (end, p) => this.world(end, p), fine);
    this.stretchings.push(made);
    const holder = new Group();                              // its own visibility belongs to the update, ours to the switch
    holder.add(made.object);
    this.object.add(holder);
    return holder;
  }

  world(end: { body: string; at: Vec3; displacement?: Vec3[] }, p: Vector3): Vector3 {
    const found = this.groups.get(end.body);
    p.set(...end.at);
    this.bendings.get(end.body)?.displace(end.displacement, p);
    return found ? p.applyQuaternion(found.group.quaternion).add(found.group.position) : p;
  }

  pose(name: string): { position: Vector3; quaternion: Quaternion } | null {
    const found = this.groups.get(name);
    return found ? { position: found.group.position, quaternion: found.group.quaternion } : null;
  }

  isVisible(name: string): boolean { return this.groups.get(name)?.group.visible ?? false; }
  setVisible(name: string, on: boolean): void { const found = this.groups.get(name); if (found) found.group.visible = on; }
  get hidden(): string[] { return [...this.groups].filter(([, { group }]) => !group.visible).map(([name]) => name); }
  addTo(name: string, object: Object3D): void { this.groups.get(name)?.group.add(object); }

  // The first visible body that a ray meets; the ground is none.
  hit(ray: Raycaster): string | null {
    for (const bar of this.bars) bar.measure();
    const seen = [...this.groups.values()].filter(({ body, group }) => group.visible && body.kind !== "ground").map(({ group }) => group);
    this.object.updateMatrixWorld(true);
    let found: Object3D | null = ray.intersectObjects(seen).find(({ object }) => (object as Mesh).isMesh)?.object ?? null;
    while (found && !(seen as Object3D[]).includes(found)) found = found.parent;
    return found ? found.name : null;
  }

  body(name: string): Body | null { return this.groups.get(name)?.body ?? null; }
  bounds(name: string): Box3 { return this.groups.get(name)?.bounds ?? new Box3(); }

  // The box around a body and all smaller bodies that hang on it, or all that do, at least of the given size, in world axes.
  surroundings(name: string, least: number, which: "smaller" | "all"): Box3 {
    const size = (of: string) => { const own = this.bounds(of); return own.isEmpty() ? 0 : own.min.distanceTo(own.max); };
    const found = new Set([name]), box = new Box3().setFromCenterAndSize(this.center(name, new Vector3()), new Vector3(least, least, least));
    for (const from of found)
      for (const { P, Q } of [...(this.model.joints ?? []), ...(this.model.springs ?? [])]) {
        const other = P?.body === from ? Q?.body : Q?.body === from ? P?.body : undefined;
        if (other && this.body(other)?.kind !== "ground" && (which === "all" || size(other) < 0.9 * size(name))) found.add(other);
      }
    for (const each of found) {
      const { group, bounds } = this.groups.get(each)!;
      group.updateMatrix();
      if (!bounds.isEmpty()) box.union(bounds.clone().applyMatrix4(group.matrix));
    }
    return box;
  }

  center(name: string, p: Vector3): Vector3 { return this.world({ body: name, at: this.groups.get(name)?.body.com ?? [0, 0, 0] }, p); }

  private moveBodies(place: Place): void {
    for (const { body, group } of this.groups.values()) this.trajectory.pose(body, place, group.position, group.quaternion);
    for (const bending of this.bendings.values()) bending.update(place);
    for (const bar of this.bars) bar.update();
  }

  update(place: Place): void {
    this.moveBodies(place);
    for (const each of this.stretchings) each.update();
    for (const ride of this.riders) ride();
    this.arrows.update(place);
    this.traces.update(place);
  }

  recolor(): void {
    this.roadLine.color.set(ink().text);
    this.traces.recolor();
  }
}
