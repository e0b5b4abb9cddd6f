// units.test.mjs: parts of the page that need no browser.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fromViewer, withoutLibraries as skip } from "./browser.mjs";

const source = (name) => fileURLToPath(new URL(`../../viewer/src/${name}`, import.meta.url));

async function load(name) {
  const folder = await mkdtemp(join(tmpdir(), "daedalus-unit-")), file = join(folder, "part.mjs");
  await fromViewer("esbuild").build({ entryPoints: [source(name)], bundle: true, format: "esm", outfile: file, logLevel: "error" });
  try { return await import(pathToFileURL(file).href); } finally { await rm(folder, { recursive: true }); }
}

describe("parts", { skip }, () => {
  test("an envelope keeps every bucket's extremes in the order in which they occur, and skips what is not a number", async () => {
    const { envelope } = await load("plots/envelope.ts");
    const n = 100_000, x = Float64Array.from({ length: n }, (_, i) => i / n), y = Float32Array.from({ length: n }, (_, i) => Math.sin(i / 50));
    y[4321] = 7; y[77_777] = -9; y[5] = NaN;
    const thin = envelope(x, y, 0, n, 500);
    assert.ok(thin.x.length <= 1000);
    assert.equal(Math.max(...thin.y), 7);
    assert.equal(Math.min(...thin.y), -9);
    for (let i = 1; i < thin.x.length; ++i) assert.ok(thin.x[i] >= thin.x[i - 1]);
    assert.ok(Math.abs(thin.x[thin.y.indexOf(7)] - 4321 / n) < 2 / 500);
    assert.deepEqual([...envelope(x, y, 10, 20, 500).y], [...y.subarray(10, 20)]);
  });

  test("numbers are written as people write them", async () => {
    const { format, logTicks, tidyTicks, seconds } = await load("numbers.ts");
    assert.equal(format(-0.5), "−0.5");
    assert.equal(format(1.5e-9, 3), "1.5·10⁻⁹");
    assert.equal(format(NaN), "–");
    assert.equal(seconds(0.0312), "31.2 ms");
    assert.deepEqual(tidyTicks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
    assert.deepEqual(logTicks(0.5, 2000, 5), [1, 10, 100, 1000]);
    assert.deepEqual(logTicks(3e-37, 4e-31, 3), [1e-36, 1e-33]);
    assert.deepEqual(logTicks(0.9, 6, 5), [1, 2, 5]);
  });

  test("a header is brought into order: names cut, indices checked, unknown kinds replaced", async () => {
    const { saneHeader } = await load("sane_header.ts");
    const header = saneHeader({ format: "daedalus-page", version: 1, kind: "?", title: "x".repeat(1e6), samples: 3.7, columns: [{ name: "t" }, { name: "a.b" }],
      model: { bodies: [{ name: "b", kind: "?", pose: 0 }], arrows: [{ body: "b", columns: [0, 1, 2] }, { body: "b", columns: [0, 1, 1] }] } });
    assert.equal(header.kind, "run");
    assert.equal(header.title.length, 200);
    assert.equal(header.samples, 3);
    assert.equal(header.columns[1].group, "a");
    assert.equal(header.model.bodies[0].pose, null);
    assert.equal(header.model.arrows.length, 1);
    assert.throws(() => saneHeader({ format: "something else" }), /not a Daedalus page/);
    assert.throws(() => saneHeader({ format: "daedalus-page", version: 2 }), /version 2/);
  });

  // Names with unit and range; a trajectory as far as the first plots ask for it.
  const trajectory = (channels, model = null, defaults = {}) => {
    const columns = [{ name: "t", unit: "s", group: "time" }, ...channels.map(([name, unit, min, max, more]) => ({ name, unit, min, max, group: name.split(".")[0], ...more }))];
    return { header: { columns, model, defaults }, find: (name) => { const k = columns.findIndex((c) => c.name === name); return k < 0 ? undefined : k; }, info: (k) => columns[k] };
  };
  const shown = async (of) => {
    const { firstPlots } = await load("plots/first_plots.ts");
    return firstPlots(of).map((plot) => [plot.title, ...plot.y.map((k) => of.info(k).name)]);
  };

  test("a page opens with the joint freedoms that move, not with rounding, reactions or rates", async () => {
    const model = { bodies: [{ name: "ground", kind: "ground" }, { name: "crank", kind: "planar" }], joints: [{ name: "pivot" }, { name: "slide" }, { name: "lock" }] };
    const channels = [["crank.x", "m", -1e-34, 1e-34], ["crank.y", "m", -0.3, 0.3], ["pivot.angle", "rad", 0, 6], ["pivot.angle_rate", "rad/s", 1, 2], ["pivot.fx", "N", -9, 9],
      ["slide.displacement", "m", 0.2, 0.9], ["lock.displacement", "m", -3e-17, 2e-16], ["energy.kinetic", "J", 0, 1], ["energy.total", "J", 1, 1], ["residual.position", "", 0, 1e-9], ["step.h", "s", 1e-3, 1e-3]];
    assert.deepEqual(await shown(trajectory(channels, model)),
      [["Joint motion", "pivot.angle", "slide.displacement"], ["Energy", "energy.kinetic", "energy.total"], ["Constraint residuals", "residual.position"]]);
  });

  test("without joint freedoms it opens with the body it follows, as far as that moves; outputs of the model come before all", async () => {
    const model = { bodies: [{ name: "chassis", kind: "spatial" }, { name: "cargo", kind: "spatial" }], joints: [] };
    const channels = [["chassis.x", "m", 0, 22], ["chassis.y", "m", -2e-15, 1e-15], ["chassis.z", "m", 0.69, 0.75], ["chassis.e1", "1", 0, 0.1], ["cargo.x", "m", 0, 90], ["tire.force", "N", -9e3, 0]];
    assert.deepEqual(await shown(trajectory(channels, model, { follow: "chassis" })), [["Motion", "chassis.x", "chassis.z"]]);
    const marked = channels.map(([name, unit, min, max]) => [name, unit, min, max, { marked: ["chassis.y", "cargo.x"].includes(name) }]);
    assert.deepEqual(await shown(trajectory(marked, model)), [["Motion", "cargo.x"]]);
  });

  test("of many joints it shows the four that move most", async () => {
    const model = { bodies: [], joints: [..."abcdef"].map((name) => ({ name })) };
    const channels = [..."abcdef"].map((name, k) => [`${name}.angle`, "rad", 0, [1, 5, 2, 0.5, 4, 3][k]]);
    assert.deepEqual(await shown(trajectory(channels, model)), [["Joint motion", "b.angle", "c.angle", "e.angle", "f.angle"]]);
  });

  test("statistics are those of the curve, however its samples are spaced", async () => {
    const { statistics } = await load("plots/statistics.ts");
    const ramp = statistics(Float64Array.of(0, 0.1, 0.7, 1), Float64Array.of(0, 0.1, 0.7, 1), 0, 4);             // y = t: mean 1/2, mean square 1/3
    assert.ok(Math.abs(ramp.mean - 0.5) < 1e-15 && Math.abs(ramp.rms - Math.sqrt(1 / 3)) < 1e-15);
    assert.deepEqual([ramp.min, ramp.tMin, ramp.max, ramp.tMax], [0, 0, 1, 1]);
    const n = 2001, t = Float64Array.from({ length: n }, (_, i) => (i / (n - 1)) ** 2), wave = statistics(t, t.map((x) => 5 + 2 * Math.sin(2 * Math.PI * x)), 0, n);      // one period
    assert.ok(Math.abs(wave.mean - 5) < 1e-5 && Math.abs(wave.rms - Math.sqrt(25 + 2)) < 1e-5, `${wave.mean}, ${wave.rms}`);
    const huge = statistics(Float64Array.of(0, 1), Float64Array.of(1e200, -1e200), 0, 2);
    assert.ok(Math.abs(huge.rms / 1e200 - Math.sqrt(1 / 3)) < 1e-15);
    assert.equal(statistics(Float64Array.of(0, 1, 2), Float64Array.of(1, NaN, 3), 0, 3).samples, 2);
    assert.ok(Number.isNaN(statistics(Float64Array.of(0), Float64Array.of(NaN), 0, 1).max));
  });

  test("a fast Fourier transform is a Fourier transform", async () => {
    const { transform } = await load("plots/spectrum.ts");
    const n = 64, x = Float64Array.from({ length: n }, (_, i) => Math.sin(i * i) + 0.3 * i), re = x.slice(), im = new Float64Array(n);
    transform(re, im);
    for (const k of [0, 1, 5, 31, 32, 63]) {
      let a = 0, b = 0;
      x.forEach((v, i) => { a += v * Math.cos((2 * Math.PI * i * k) / n); b -= v * Math.sin((2 * Math.PI * i * k) / n); });
      assert.ok(Math.hypot(re[k] - a, im[k] - b) < 1e-10, `line ${k}`);
    }
  });

  test("a sine is a peak of its amplitude at its frequency, also from uneven samples, and a constant is none", async () => {
    const { spectrum, peak } = await load("plots/spectrum.ts");
    const n = 5000, uneven = Float64Array.from({ length: n }, (_, i) => (10 * (i + 0.3 * Math.sin(i))) / n);
    const found = peak(spectrum(uneven, uneven.map((t) => 100 + 3 * Math.sin(2 * Math.PI * 17 * t) + 0.5 * Math.cos(2 * Math.PI * 41 * t)), 0, n));
    assert.ok(Math.abs(found.frequency - 17) < 0.11, `${found.frequency} Hz`);                   // a line is 0.1 Hz wide
    assert.ok(found.amplitude > 0.84 * 3 && found.amplitude < 1.01 * 3, `${found.amplitude}`);     // between two lines, a Hann window gives 0.849 (8/(3π))
    assert.equal(peak(spectrum(uneven, uneven.map(() => 7), 0, n)), null);
    assert.equal(spectrum(uneven, uneven, 0, 4).frequency.length, 0);
  });
});
