// hostile.mjs: a header that tries to run scripts, to break out of its block and to exhaust the display.
import { range, runHeader, Table } from "./page_writer.mjs";

export function hostile() {
  const script = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>\"'`><svg onload=window.hacked=1>";
  const long = "A".repeat(10_000_000), times = range(50, (i) => i / 10), table = new Table(times);
  table.add(script, script, script, times.map(Math.sin), { group: script });
  table.add(long, long, long, times.map(Math.cos), { group: "x" });
  table.add("=HYPERLINK(\"http://example.invalid\")", "m", "", times.map((t) => (t > 2 ? NaN : t)), { group: "x" });
  const pose = table.addPose("b", (t) => ({ p: [Math.sin(t), t === 2 ? NaN : 0, 0], q: [0, 0, 0, 0] }));
  const end = (body) => ({ body, at: [0, 0, 0], quaternion: ["1", null, {}, []] });
  const header = runHeader(script, table, {
    subtitle: long, generator: script, thinned: { from: "many", to: {}, how: script },
    model: {
      name: long, description: script, planar: "__proto__", gravity: ["a", null, 1e400], size: -5,
      bodies: [{ name: script, kind: script, pose: 10 ** 9 }, { name: long, kind: "point", pose }, { name: "constructor", kind: "spatial", pose: { position: [1, 2], quaternion: [0, 0, 0, 0] }, mass: -1, inertia: { principal: [-1, 0, "x"] } }, null, 7, "x",
               { name: "mesh", kind: "spatial", pose, shapes: [{ type: "mesh", positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 99] }, { type: "polyline", points: [[0, 0, 0], [0, 0, 0]] }, { type: script }, null] }],
      joints: [{ name: script, type: script, P: end("constructor"), Q: end("nobody") }, null], springs: [{ P: end("mesh"), Q: end("mesh"), type: "spring" }, {}],
      roads: [{ body: "mesh", points: [[0, 0]] }, { body: "mesh", points: "x" }], arrows: [{ body: "mesh", columns: [0, 1, 99999] }],
    },
    report: { status: script, status_text: script, method: { name: long, formula: script }, options: [{ name: script, used: long }], warnings: [script, long], counts: [{ name: script, value: "NaN" }],
              residuals: [{ level: script, largest: "x", verdict: script }], energy: {}, solver: { [script]: long }, events: [{ name: script, t: null }], timing: { split: [{ name: script, seconds: -1 }] } },
    defaults: { plots: [{ title: script, y: [script, "A".repeat(199) + "…"] }, { y: ["nothing"] }, null], follow: script, camera: { view: script, position: [null] }, speed: -3 },
  });
  return { header, data: table.data };
}
