// suspension.mjs: bodies without shapes: an arm between two hinges and a ball joint, a wheel, a block on springs, a bar. Nothing moves but the wheel.
import { range, runHeader, Table } from "./page_writer.mjs";

export const ARM = [[0, 0, 0], [0.2, 0.5, 0], [0.4, 0, 0]];
export const WHEEL = { mass: 20, radius: 0.3, width: 0.2 };                     // a solid cylinder about y
export const BLOCK = [0.5, 0.3, 0.4];

const still = (p) => () => ({ p, q: [1, 0, 0, 0] });
const box = (m, [a, b, c]) => [(m * (b * b + c * c)) / 12, (m * (c * c + a * a)) / 12, (m * (a * a + b * b)) / 12];

export function suspension() {
  const times = range(101, (i) => i / 100), table = new Table(times);
  const { mass: m, radius: r, width: w } = WHEEL, across = (m * (3 * r * r + w * w)) / 12;
  const poses = {
    arm: table.addPose("arm", still([0, 0, 0])), block: table.addPose("block", still([1.2, -0.5, 0])), bar: table.addPose("bar", still([-1, 0, 0])),
    wheel: table.addPose("wheel", (t) => ({ p: [-0.2, 1.2, 0], q: [Math.cos(t), 0, Math.sin(t), 0] })),
  };
  const body = (name, mass, principal, com = [0, 0, 0]) => ({ name, kind: "spatial", mass, com, inertia: { principal }, pose: poses[name] });
  const end = (name, at) => ({ body: name, at });
  const header = runHeader("suspension", table, {
    model: {
      name: "suspension", gravity: [0, 0, -9.81],
      bodies: [{ name: "ground", kind: "ground" }, body("arm", 8, box(8, [0.4, 0.5, 0.05]), [0.2, 0.2, 0]), body("wheel", m, [across, (m * r * r) / 2, across]), body("block", 50, box(50, BLOCK)),
               body("bar", 1, box(1, [0.6, 0.02, 0.02]), [0.3, 0, 0])],
      joints: [{ name: "front", type: "revolute", P: end("arm", ARM[0]), Q: end("ground", ARM[0]) }, { name: "rear", type: "revolute", P: end("arm", ARM[2]), Q: end("ground", ARM[2]) },
               { name: "ball", type: "spherical", P: end("arm", ARM[1]), Q: end("ground", ARM[1]) }, { name: "hub", type: "revolute", P: { ...end("wheel", [0, 0, 0]), quaternion: [Math.SQRT1_2, Math.SQRT1_2, 0, 0] }, Q: end("ground", [-0.2, 1.2, 0]) },
               { name: "pin", type: "spherical", P: end("bar", [0, 0, 0]), Q: end("ground", [-1, 0, 0]) }, { name: "tip", type: "spherical", P: end("bar", [0.6, 0, 0]), Q: end("ground", [-0.4, 0, 0]) }],
      springs: [{ name: "mount", type: "bushing", P: end("block", [0, 0, 0]), Q: end("ground", [1.2, -0.5, 0]) }],
    },
  });
  return { header, data: table.data };
}
