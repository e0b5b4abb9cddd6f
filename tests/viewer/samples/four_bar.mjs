// four_bar.mjs: a crank-rocker whose crank turns steadily; positions from the intersection of two circles.
import { range, runHeader, Table, turnZ } from "./page_writer.mjs";
import { sampleReport } from "./report.mjs";

const L = { crank: 0.2, coupler: 0.55, rocker: 0.4, base: 0.6 }, speed = 2 * Math.PI / 2;

export function fourBar(t) {
  const a = speed * t, A = [L.crank * Math.cos(a), L.crank * Math.sin(a)], dx = L.base - A[0], dy = -A[1], d = Math.hypot(dx, dy);
  const along = (L.coupler ** 2 - L.rocker ** 2 + d * d) / (2 * d), off = Math.sqrt(Math.max(0, L.coupler ** 2 - along * along));
  const B = [A[0] + (along * dx - off * dy) / d, A[1] + (along * dy + off * dx) / d];
  return { A, B, crank: a, coupler: Math.atan2(B[1] - A[1], B[0] - A[0]), rocker: Math.atan2(B[1], B[0] - L.base) };
}

export function fourBarPage() {
  const times = range(401, (i) => i / 50), table = new Table(times), at = times.map(fourBar);
  for (const name of ["crank", "coupler", "rocker"]) table.add(`${name}.theta`, "rad", "angle about the z-axis, unwrapped", at.map((s) => s[name]));
  const point = (t) => { const s = fourBar(t), c = Math.cos(s.coupler), n = Math.sin(s.coupler); return [s.A[0] + 0.3 * c - 0.2 * n, s.A[1] + 0.3 * n + 0.2 * c]; };
  table.add("coupler.x", "m", "coupler point", times.map((t) => point(t)[0]));
  table.add("coupler.y", "m", "coupler point", times.map((t) => point(t)[1]));
  const pull = (t) => { const [x, y] = point(t), [u, v] = point(t + 1e-3), [r, s] = point(t - 1e-3); return [(u - 2 * x + r) * 1e6, (v - 2 * y + s) * 1e6]; };
  const fx = table.add("pin.fx", "N", "reaction force on P, world axes", times.map((t) => 2 * pull(t)[0]));
  const fy = table.add("pin.fy", "N", "reaction force on P, world axes", times.map((t) => 2 * (pull(t)[1] + 9.81)));
  const fz = table.add("pin.fz", "N", "reaction force on P, world axes", times.map(() => 0));
  table.add("residual.position", "", "", times.map((t) => 1e-13 * (1.2 + Math.sin(9 * t))));
  const poses = {
    crank: table.addPose("crank", (t) => ({ p: [0, 0, 0], q: turnZ(fourBar(t).crank) })),
    coupler: table.addPose("coupler", (t) => ({ p: [...fourBar(t).A, 0], q: turnZ(fourBar(t).coupler) })),
    rocker: table.addPose("rocker", (t) => ({ p: [L.base, 0, 0], q: turnZ(fourBar(t).rocker) })),
  };
  const link = (name, length, markers = []) => ({
    name, kind: "planar", mass: 2, com: [length / 2, 0, 0], inertia: { principal: [0, 0, length * length / 6] }, pose: poses[name],
    markers: [{ name: "a", at: [0, 0, 0] }, { name: "b", at: [length, 0, 0] }, ...markers],
  });
  const end = (body, x, y = 0) => ({ body, at: [x, y, 0] });
  const header = runHeader("four_bar", table, {
    subtitle: "crank-rocker, crank driven at half a turn per second",
    model: {
      name: "four_bar", file: "four_bar.yaml", planar: true, gravity: [0, -9.81, 0],
      bodies: [{ name: "ground", kind: "ground" }, link("crank", L.crank), link("coupler", L.coupler, [{ name: "P", at: [0.3, 0.2, 0] }]), link("rocker", L.rocker)],
      joints: [{ name: "O", type: "revolute", P: end("crank", 0), Q: end("ground", 0) }, { name: "pin", type: "revolute", P: end("coupler", 0), Q: end("crank", L.crank) },
               { name: "pin2", type: "revolute", P: end("coupler", L.coupler), Q: end("rocker", L.rocker) }, { name: "C", type: "revolute", P: end("rocker", 0), Q: end("ground", L.base) }],
      springs: [{ name: "return_spring", type: "spring", P: end("coupler", 0.3, 0.2), Q: end("ground", 0.75, 0.6) }],
      arrows: [{ name: "pin", kind: "reaction", body: "coupler", at: [0, 0, 0], columns: [fx, fy, fz] }],
    },
    report: sampleReport({ warnings: ["Joint 'C', row 2 says nothing new: the constraint is redundant and was left out."] }),
    defaults: { traces: ["coupler.P", "coupler.b"], plots: [{ title: "Angles", y: ["crank.theta", "coupler.theta", "rocker.theta"] }, { title: "Coupler curve", x: "coupler.x", y: ["coupler.y"] }, { title: "Reaction at the pin", y: ["pin.fx", "pin.fy"] }] },
  });
  return { header, data: table.data };
}
