// slider_crank.mjs: crank 0.3 m, rod 0.6 m, a spring and damper between slider and pivot; the crank turns steadily.
import { range, runHeader, Table, turnZ } from "./page_writer.mjs";
import { sampleReport } from "./report.mjs";

const L1 = 0.3, L2 = 0.6, speed = 2;
const crank = (t) => 1.5 * Math.PI + speed * t, rod = (t) => -Math.asin((L1 / L2) * Math.sin(crank(t)));
export const slider = (t) => L1 * Math.cos(crank(t)) + L2 * Math.cos(rod(t));

export function sliderCrank() {
  const times = range(501, (i) => i / 100), table = new Table(times);
  table.add("slide.displacement", "m", "of P relative to Q", times.map(slider));
  table.add("crank.theta", "rad", "angle about the z-axis, unwrapped", times.map(crank));
  table.add("rod.theta", "rad", "angle about the z-axis, unwrapped", times.map(rod));
  const fx = table.add("spring.force", "N", "positive in tension", times.map((t) => -100 * slider(t)));
  const zero = table.add("zero", "N", "", times.map(() => 0), { group: "pose" });
  const poses = [table.addPose("crank", (t) => ({ p: [0, 0, 0], q: turnZ(crank(t)) })),
                 table.addPose("rod", (t) => ({ p: [L1 * Math.cos(crank(t)), L1 * Math.sin(crank(t)), 0], q: turnZ(rod(t)) }))];
  const body = (name, length, mass, pose) => ({ name, kind: "planar", mass, com: [length / 2, 0, 0], inertia: { principal: [0, 0, (mass * length ** 2) / 12] }, pose,
                                                markers: [{ name: "A", at: [0, 0, 0] }, { name: "B", at: [length, 0, 0] }] });
  const header = runHeader("slider_crank", table, {
    subtitle: "rigid slider-crank with a spring-damper at the slider", report: sampleReport(),
    model: {
      name: "slider_crank", file: "slider_crank.yaml", planar: "xy", gravity: [0, -9.81, 0],
      bodies: [{ name: "ground", kind: "ground" }, body("crank", L1, 3, poses[0]), body("rod", L2, 0.9, poses[1])],
      joints: [{ name: "pivot", type: "revolute", P: { body: "crank", at: [0, 0, 0] }, Q: { body: "ground", at: [0, 0, 0] } },
               { name: "pin", type: "revolute", P: { body: "crank", at: [L1, 0, 0] }, Q: { body: "rod", at: [0, 0, 0] } },
               { name: "slide", type: "point_on_line", P: { body: "rod", at: [L2, 0, 0] }, Q: { body: "ground", at: [0, 0, 0], quaternion: [Math.SQRT1_2, 0, Math.SQRT1_2, 0] } }],
      springs: [{ name: "spring", type: "spring_damper", P: { body: "rod", at: [L2, 0, 0] }, Q: { body: "ground", at: [0, 0, 0] } }],
      arrows: [{ name: "spring", kind: "force", body: "rod", at: [L2, 0, 0], columns: [fx, zero, zero] }],
    },
  });
  return { header, data: table.data };
}
