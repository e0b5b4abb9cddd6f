// joints.mjs: every kind of joint and spring, side by side, each with a body that moves as the joint lets it.
import { range, runHeader, Table } from "./page_writer.mjs";

const turn = (axis, angle) => [Math.cos(angle / 2), ...axis.map((a) => a * Math.sin(angle / 2))];
const still = [1, 0, 0, 0];

// type, motion of the body's frame seen from its place, further keys of the joint
const JOINTS = [
  ["revolute", (s) => ({ p: [0, 0, 0], q: turn([0, 0, 1], s) })], ["translational", (s) => ({ p: [0, 0, 0.3 * s], q: still })],
  ["cylindrical", (s) => ({ p: [0, 0, 0.3 * s], q: turn([0, 0, 1], 3 * s) })], ["screw", (s) => ({ p: [0, 0, 0.2 * s], q: turn([0, 0, 1], 6 * s) })],
  ["spherical", (s) => ({ p: [0, 0, 0], q: turn([0.6, 0.8, 0], 0.5 * s) })], ["universal", (s) => ({ p: [0, 0, 0], q: turn([1, 0, 0], 0.5 * s) })],
  ["fixed", () => ({ p: [0, 0, 0], q: still })], ["planar", (s) => ({ p: [0.2 * s, 0.1 * s, 0], q: turn([0, 0, 1], s) })],
  ["point_in_plane", (s) => ({ p: [0.2 * s, 0, 0], q: turn([1, 0, 0], 0.3 * s) })], ["point_on_line", (s) => ({ p: [0, 0, 0.3 * s], q: turn([1, 0, 0], 0.3 * s) })],
  ["distance", (s) => ({ p: [0.6 * Math.sin(s), 0, -0.6 * Math.cos(s)], q: still })], ["rolling_disc", (s) => ({ p: [0.4 * s, 0, 0.4], q: turn([0.7071, -0.7071, 0], 0.2 * s) }), { radius: 0.4 }],
];
const SPRINGS = ["spring", "damper", "spring_damper", "torsion_spring", "bushing", "road_spring"];

export function joints() {
  const times = range(201, (i) => i / 50), table = new Table(times), bodies = [{ name: "ground", kind: "ground" }], all = [], springs = [];
  const wave = (t) => Math.sin(Math.PI * t);
  table.add("wave.value", "1", "", times.map(wave));
  JOINTS.forEach(([type, motion, more], k) => {
    const at = [1.8 * (k % 6), 0, 3.6 - 1.8 * Math.floor(k / 6)];
    const pose = table.addPose(type, (t) => { const m = motion(wave(t)); return { p: m.p.map((x, i) => x + at[i]), q: m.q }; });
    bodies.push({ name: type, kind: "spatial", mass: 10, com: type === "distance" ? [0, 0, 0] : [0.35, 0, 0], inertia: { principal: [0.05, 0.15, 0.18] }, pose });
    all.push({ name: type, type, P: { body: type, at: [0, 0, 0] }, Q: { body: "ground", at }, ...more });
  });
  SPRINGS.forEach((type, k) => {
    const at = [1.8 * k, 0, 0];
    const pose = table.addPose(type, (t) => ({ p: [at[0], 0, type === "road_spring" ? 0.05 * wave(t) - 0.4 : -0.7 + 0.25 * wave(t)], q: still }));
    bodies.push({ name: type, kind: "spatial", mass: 10, inertia: { principal: [0.15, 0.15, 0.15] }, pose });
    springs.push({ name: type, type, P: { body: type, at: [0, 0, 0] }, Q: { body: "ground", at }, radius: type === "road_spring" ? 0.35 : undefined });
  });
  const header = runHeader("joints and springs", table, { subtitle: "each kind once", model: { name: "joints", gravity: [0, 0, -9.81], size: 4, bodies, joints: all, springs } });
  return { header, data: table.data };
}
