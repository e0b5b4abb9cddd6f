// thinned.mjs: a hundred thousand samples of a swinging mass, thinned to two thousand rows as data.ts describes.
import { range, runHeader, Table, turnZ } from "./page_writer.mjs";

export const PEAK = { t: 3.3333, value: 40 };
const angle = (t) => Math.sin(2 * t);
export const place = (t) => [Math.sin(angle(t)), -Math.cos(angle(t)), 0];

// Two rows per bucket: times and poses of its first and last sample; of the others the extremes in the order they occur.
export function thin(columns, data, buckets) {
  const n = data[0].length, rows = 2 * buckets;
  return data.map((column, k) => {
    const kept = new column.constructor(rows), sample = k === 0 || columns[k].group === "pose";
    for (let b = 0; b < buckets; ++b) {
      const first = Math.floor((b * n) / buckets), last = Math.floor(((b + 1) * n) / buckets) - 1;
      let low = first, high = first;
      for (let i = first; i <= last; ++i) { if (column[i] < column[low]) low = i; if (column[i] > column[high]) high = i; }
      kept[2 * b] = sample ? column[first] : column[Math.min(low, high)];
      kept[2 * b + 1] = sample ? column[last] : column[Math.max(low, high)];
    }
    return kept;
  });
}

export function thinned() {
  const n = 100_000, times = range(n, (i) => i * 1e-4), table = new Table(times);
  table.add("bob.x", "m", "position", times.map((t) => place(t)[0]));
  table.add("bob.omega", "rad/s", "rate", times.map((t) => 2 * Math.cos(2 * t)));
  table.add("rod.force", "N", "with one sharp peak", times.map((t, i) => (i === Math.round(PEAK.t / 1e-4) ? PEAK.value : Math.cos(4 * t))));
  const pose = table.addPose("bob", (t) => ({ p: place(t), q: turnZ(angle(t)) }));
  const data = thin(table.columns, table.data, 1000);
  const header = runHeader("thinned", table, {
    samples: 2000, thinned: { from: n, to: 2000, how: "smallest and largest value of every 100 samples" },
    model: { name: "thinned", planar: "xy", gravity: [0, -9.81, 0], bodies: [{ name: "ground", kind: "ground" }, { name: "bob", kind: "planar", mass: 1, inertia: { principal: [0, 0, 0.01] }, pose }] },
    defaults: { plots: [{ y: ["rod.force"] }, { x: "bob.x", y: ["bob.omega"] }] },
  });
  return { header, data };
}
