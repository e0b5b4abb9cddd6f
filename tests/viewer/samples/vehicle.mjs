// vehicle.mjs: a car drives over bumps: chassis and wheels on prescribed closed-form paths, springs, road, forces.
import { range, runHeader, Table } from "./page_writer.mjs";
import { energyOf, sampleReport } from "./report.mjs";

const speed = 6, radius = 0.32, base = 2.6, track = 1.5;
const profile = (x) => [8, 15.5, 23].reduce((z, at) => z + 0.11 * Math.exp(-(((x - at) / 0.55) ** 2)), 0);
const lagged = (x, by) => [0, 1, 2, 3].reduce((z, k) => z + profile(x - by - 0.3 * k) / 4, 0);

const corners = [["front_left", base / 2, track / 2], ["front_right", base / 2, -track / 2], ["rear_left", -base / 2, track / 2], ["rear_right", -base / 2, -track / 2]];

export function chassis(t) {
  const x = speed * t, front = lagged(x + base / 2, 0.2), rear = lagged(x - base / 2, 0.2);
  const pitch = -(front - rear) / base, roll = 0.03 * Math.sin(2 * t), heave = 0.62 + (front + rear) / 2;
  const [a, b, c, d] = [Math.cos(pitch / 2), Math.sin(pitch / 2), Math.cos(roll / 2), Math.sin(roll / 2)];
  return { p: [x, 0, heave], q: [a * c, a * d, b * c, -b * d] };                 // pitch about y, then roll about x
}
const wheel = (dx, dy) => (t) => {
  const spin = (speed * t) / radius;
  return { p: [speed * t + dx, dy, radius + profile(speed * t + dx)], q: [Math.cos(spin / 2), 0, Math.sin(spin / 2), 0] };
};

export function vehicle() {
  const at = range(801, (i) => i / 160), table = new Table(at);
  table.add("chassis.x", "m", "position of the center of mass", at.map((t) => chassis(t).p[0]));
  table.add("chassis.z", "m", "position of the center of mass", at.map((t) => chassis(t).p[2]));
  table.add("chassis.pitch", "rad", "", at.map((t) => 2 * Math.asin(chassis(t).q[2])));
  const zero = table.add("zero", "N", "", at.map(() => 0), { group: "pose" });
  const chassisPose = table.addPose("chassis", chassis);
  const bodies = [{ name: "ground", kind: "ground" },
    { name: "chassis", kind: "spatial", mass: 1200, inertia: { principal: [480, 1900, 2200] }, pose: chassisPose,
      shapes: [{ type: "box", size: [3.7, 1.5, 0.28], at: [0, 0, 0.05] }, { type: "box", size: [1.9, 1.3, 0.42], at: [-0.25, 0, 0.4], color: "#86aed6" }] }];
  const springs = [], arrows = [], joints = [];
  for (const [name, dx, dy] of corners) {
    const pose = table.addPose(name, wheel(dx, dy));
    const load = (t) => 3000 + 30000 * (wheel(dx, dy)(t).p[2] + 0.3 - chassis(t).p[2]);
    table.add(`${name}.z`, "m", "position of the hub", at.map((t) => wheel(dx, dy)(t).p[2]));
    const fz = table.add(`suspension_${name}.force`, "N", "positive in tension", at.map(load));
    bodies.push({ name, kind: "spatial", mass: 35, inertia: { principal: [1, 1.8, 1] }, pose, color: "#46505b",
                  shapes: [{ type: "cylinder", radius, length: 0.2, quaternion: [Math.SQRT1_2, Math.SQRT1_2, 0, 0] }, { type: "box", size: [0.42, 0.215, 0.05], color: "#c3ccd6" }, { type: "box", size: [0.05, 0.215, 0.42], color: "#c3ccd6" }],
                  markers: [{ name: "hub", at: [0, 0, 0] }] });
    springs.push({ name: `suspension_${name}`, type: "spring_damper", P: { body: "chassis", at: [dx, 0.72 * dy, 0.42] }, Q: { body: name, at: [0, -0.28 * dy, 0] } });
    joints.push({ name: `knuckle_${name}`, type: "spherical", P: { body: name, at: [0, -0.28 * dy, 0] }, Q: { body: name, at: [0, -0.28 * dy, 0] } });
    arrows.push({ name: `tire_${name}`, kind: "force", body: name, at: [0, 0, 0], columns: [zero, zero, fz] });
  }
  table.add("energy.total", "J", "", at.map((t) => 21600 + 40 * Math.exp(-t)));
  table.add("residual.position", "", "", at.map((t) => 1e-9 * (1.3 + Math.sin(11 * t))));
  const points = range(700, (i) => [-6 + i * 0.065, profile(-6 + i * 0.065)]);
  const header = runHeader("car_on_bumps", table, {
    subtitle: "car with four suspensions over three bumps at 6 m/s",
    model: { name: "car_on_bumps", file: "car_on_bumps.yaml", planar: false, gravity: [0, 0, -9.81], bodies, springs, joints, arrows,
             roads: [{ name: "road", body: "ground", points, width: 3 }] },
    report: sampleReport({
      residuals: [{ level: "position", largest: 2.2e-9, bound: 1e-8, verdict: "pass" }, { level: "velocity", largest: 6.1e-5, bound: 1e-6, verdict: "fail", at: 1.31, worst: "joint knuckle_front_left, row 2" }, { level: "acceleration", largest: 0.31, bound: null, verdict: "none" }],
      energy: energyOf([21640, 20312, -1327.6, -0.4, 20900], undefined, undefined, "none"), warnings: ["The velocity level of the constraints is not enforced by this method: see the residuals."] }),
    defaults: { follow: "chassis", traces: ["front_left.hub"], plots: [{ title: "Heights", y: ["chassis.z", "front_left.z", "rear_left.z"] }, { title: "Suspension forces", y: ["suspension_front_left.force", "suspension_rear_left.force"] }, { title: "Pitch", y: ["chassis.pitch"] }] },
  });
  return { header, data: table.data };
}
