// roundabout.mjs: a car of 4 m on a circle of 20 m, once round in 12 s or in another time; a sign stands beside the road.
import { range, runHeader, Table, turnZ } from "./page_writer.mjs";

const RADIUS = 20;
export const car = (t, period = 12) => {                                       // forward along its x
  const angle = (2 * Math.PI * t) / period;
  return { p: [RADIUS * Math.sin(angle), RADIUS * (1 - Math.cos(angle)), 0.5], q: turnZ(angle) };
};

export function roundabout(period = 12) {
  const times = range(1201, (i) => i / 100), table = new Table(times);
  table.add("car.x", "m", "position of the center of mass", times.map((t) => car(t, period).p[0]));
  const pose = table.addPose("car", (t) => car(t, period));
  const header = runHeader("roundabout", table, {
    model: { name: "roundabout", gravity: [0, 0, -9.81],
             bodies: [{ name: "ground", kind: "ground", shapes: [{ type: "box", size: [0.3, 0.3, 3], at: [4, -4, 1.5] }] },
                      { name: "car", kind: "spatial", mass: 1000, pose, shapes: [{ type: "box", size: [4, 1.8, 1] }, { type: "sphere", radius: 0.3, at: [1.8, 0, 0.6] }] }] },
  });
  return { header, data: table.data };
}
