// large.mjs: a million samples of twenty channels, with a spike one sample wide in the first.
import { runHeader } from "./page_writer.mjs";

export const SPIKE = { row: 345_678, value: 5 };

export function large(samples = 1_000_000, channels = 20) {
  const time = new Float64Array(samples), data = [time], columns = [{ name: "t", unit: "s", type: "f64" }];
  for (let i = 0; i < samples; ++i) time[i] = i * 1e-4;
  for (let k = 0; k < channels; ++k) {
    const column = new Float32Array(samples);
    for (let i = 0; i < samples; ++i) column[i] = Math.sin((k + 1) * 0.2 * time[i]) + 0.2 * Math.sin(517 * time[i] + k);
    data.push(column);
    columns.push({ name: `signal${k}.value`, unit: k % 2 ? "m" : "N", meaning: "two tones", group: `signal${k}`, min: -1.2, max: 1.2 });
  }
  data[1][SPIKE.row] = SPIKE.value;
  const header = runHeader("a million samples", { samples, columns }, {
    subtitle: "twenty channels, no model",
    defaults: { plots: [{ y: ["signal0.value", "signal2.value", "signal4.value"] }, { y: ["signal1.value"] }, { x: "signal0.value", y: ["signal2.value"] }] },
  });
  return { header, data };
}
