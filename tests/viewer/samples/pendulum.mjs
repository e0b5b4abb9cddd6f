// pendulum.mjs: a point mass on a rod, released from the horizontal: sin(θ/2) = k sn(K + w t).
import { range, runHeader, Table } from "./page_writer.mjs";
import { sampleReport } from "./report.mjs";

// Jacobi's sn by the arithmetic-geometric mean (Abramowitz and Stegun 16.4).
export function sn(u, k) {
  const a = [1], c = [k];
  let b = Math.sqrt(1 - k * k);
  while (Math.abs(c[c.length - 1]) > 1e-16 && a.length < 20) {
    const last = a[a.length - 1];
    a.push((last + b) / 2);
    c.push((last - b) / 2);
    b = Math.sqrt(last * b);
  }
  let phi = 2 ** (a.length - 1) * a[a.length - 1] * u;
  for (let n = a.length - 1; n > 0; --n) phi = (phi + Math.asin((c[n] / a[n]) * Math.sin(phi))) / 2;
  return { sn: Math.sin(phi), quarter: Math.PI / (2 * a[a.length - 1]) };
}

const g = 9.81, k = Math.sin(Math.PI / 4), w = Math.sqrt(g), K = sn(0, k).quarter;
export const angle = (t) => 2 * Math.asin(k * sn(K + w * t, k).sn);
export const bob = (t) => [Math.sin(angle(t)), -Math.cos(angle(t)), 0];

export function pendulum() {
  const times = range(1001, (i) => i / 100), table = new Table(times);
  const speed2 = (t) => 2 * g * Math.cos(angle(t));
  const sign = (t) => Math.sign(angle(t + 1e-5) - angle(t - 1e-5)) || 0;
  table.add("bob.x", "m", "position of the center of mass", times.map((t) => bob(t)[0]));
  table.add("bob.y", "m", "position of the center of mass", times.map((t) => bob(t)[1]));
  table.add("bob.theta", "rad", "angle from the downward vertical", times.map(angle));
  table.add("bob.omega", "rad/s", "its rate", times.map((t) => sign(t) * Math.sqrt(Math.max(0, speed2(t)))));
  const fx = table.add("rod.fx", "N", "reaction force on P, world axes", times.map((t) => -3 * g * Math.cos(angle(t)) * Math.sin(angle(t))));
  const fy = table.add("rod.fy", "N", "reaction force on P, world axes", times.map((t) => 3 * g * Math.cos(angle(t)) ** 2));
  const fz = table.add("rod.fz", "N", "reaction force on P, world axes", times.map(() => 0));
  table.add("energy.kinetic", "J", "", times.map((t) => speed2(t) / 2));
  table.add("energy.potential", "J", "", times.map((t) => g * bob(t)[1]));
  table.add("energy.total", "J", "", times.map((t) => 1e-9 * Math.sin(t)), { type: "f64" });
  table.add("residual.position", "", "largest constraint residual", times.map((t) => 1e-15 * (2 + Math.sin(40 * t))));
  table.add("residual.velocity", "", "largest constraint residual", times.map((t) => 4e-14 * (1.5 + Math.cos(33 * t))));
  table.add("residual.acceleration", "", "largest constraint residual", times.map((t) => 1e-12 * (1.2 + Math.sin(7 * t))));
  table.add("step.h", "s", "length of the step", times.map((t) => 0.008 / (1 + 0.6 * Math.abs(Math.cos(angle(t))))));
  const pose = table.addPose("bob", (t) => ({ p: bob(t), q: [1, 0, 0, 0] }));
  const header = runHeader("pendulum", table, {
    subtitle: "point mass on a massless rod, released from the horizontal · dopri5, rtol 1e-8",
    model: {
      name: "pendulum", description: "point mass on a massless rod", file: "pendulum.yaml", planar: "xy", gravity: [0, -g, 0],
      bodies: [{ name: "ground", kind: "ground", markers: [{ name: "O", at: [0, 0, 0] }] }, { name: "bob", kind: "point", mass: 1, pose }],
      joints: [{ name: "rod", type: "distance", P: { body: "bob", at: [0, 0, 0] }, Q: { body: "ground", at: [0, 0, 0] } }],
      arrows: [{ name: "rod", kind: "reaction", body: "bob", at: [0, 0, 0], columns: [fx, fy, fz] }],
    },
    report: sampleReport(),
    defaults: { plots: [{ title: "Position", y: ["bob.x", "bob.y"] }, { title: "Energy", y: ["energy.kinetic", "energy.potential", "energy.total"] },
                        { title: "Phase portrait", x: "bob.theta", y: ["bob.omega"] }, { title: "Constraint residuals", y: ["residual.position", "residual.velocity", "residual.acceleration"], log_y: true }] },
  });
  return { header, data: table.data };
}
