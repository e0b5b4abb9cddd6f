// cantilever.mjs: a planar beam of 1 m, clamped at the ground, bends in one shape, ξ². A spring pulls at its tip.
import { range, runHeader, Table } from "./page_writer.mjs";

export const tip = (t) => 0.2 * Math.sin(t);                 // m, of the tip; another place moves by ξ² of it

export function cantilever() {
  const times = range(629, (i) => i / 100), table = new Table(times);
  table.add("beam.y1", "", "modal coordinate", times.map(tip));
  table.add("probe.force", "N", "3 N at 12.5 Hz on top of 10 N", times.map((t) => 10 + 3 * Math.sin(2 * Math.PI * 12.5 * t)));
  const still = (y) => () => ({ p: [0, y, 0], q: [1, 0, 0, 0] });
  const pose = table.addPose("beam", still(0)), first = table.add("beam.frame.y1", "", "modal coordinate", times.map(tip), { group: "pose" });
  const stations = range(17, (i) => ({ at: [i / 16, 0, 0], displacement: [[0, (i / 16) ** 2, 0]] }));
  const at = (x) => ({ at: [x, 0, 0], displacement: [[0, x * x, 0]] });
  const header = runHeader("cantilever", table, {
    model: {
      name: "cantilever", planar: "xy", gravity: [0, -9.81, 0],
      bodies: [{ name: "ground", kind: "ground" },
               { name: "beam", kind: "planar", mass: 1, com: [0.5, 0, 0], inertia: { principal: [0, 0, 1 / 12] }, pose, color: "#1565c0", flexible: { first, modes: ["y1"], section: [0.02, 0.02], stations },
                 markers: [{ name: "tip", ...at(1) }, { name: "middle", ...at(0.5) }] }],
      joints: [{ name: "clamp", type: "fixed", P: { body: "beam", ...at(0) }, Q: { body: "ground", at: [0, 0, 0] } }],
      springs: [{ name: "spring", type: "spring", P: { body: "beam", ...at(1) }, Q: { body: "ground", at: [1, 0.5, 0] } }],
    },
    defaults: { traces: ["beam.tip"] },
  });
  return { header, data: table.data };
}
