// plots.test.mjs: values, cursor, zoom, choice of channels, files.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { eventually, launch, open, shoot, shownNumber, skip } from "./browser.mjs";
import { bob } from "./samples/pendulum.mjs";
import { PEAK } from "./samples/thinned.mjs";
import { SPIKE } from "./samples/large.mjs";

describe("plots", { skip }, () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser?.close());
  const shown = async (page, plot) => (await page.evaluate(() => window.daedalus.plots()))[plot].values.map((v) => shownNumber(v.text));
  const save = async (page, entry) => {
    await page.getByRole("button", { name: "Export" }).first().click();
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: entry }).click();
    const download = await waiting;
    await page.keyboard.press("Escape");
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  test("legends follow the animation, the pointer, and then the animation again", async () => {
    const { page, troubles, close } = await open(browser, "pendulum");
    await page.evaluate(() => window.daedalus.setTime(1.23));
    const [x, y] = await shown(page, 0);
    assert.ok(Math.abs(x - bob(1.23)[0]) < 1e-4 && Math.abs(y - bob(1.23)[1]) < 1e-4, `${x}, ${y}`);
    const place = await page.evaluate(() => window.daedalus.plotPlace(0, 3.3));
    await page.mouse.move(place.x, place.y);
    await eventually(async () => {
      const [hovered] = await shown(page, 0);
      assert.ok(Math.abs(hovered - bob(3.3)[0]) < 0.05, `${hovered}, expected ${bob(3.3)[0]}`);
    });
    assert.equal(await page.evaluate(() => window.daedalus.time()), 1.23);
    await page.mouse.move(5, 5);
    await eventually(async () => assert.ok(Math.abs((await shown(page, 0))[0] - bob(1.23)[0]) < 1e-4));
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a click in a plot sets the time of the animation", async () => {
    const { page, close } = await open(browser, "pendulum");
    const place = await page.evaluate(() => window.daedalus.plotPlace(1, 6));
    await page.mouse.click(place.x, place.y);
    await eventually(async () => assert.ok(Math.abs((await page.evaluate(() => window.daedalus.time())) - 6) < 0.05));
    await close();
  });

  test("dragging zooms all plots over time, double click shows all again", async () => {
    const { page, close } = await open(browser, "pendulum");
    const span = async () => { const [a, b] = await page.evaluate(() => [window.daedalus.plotPlace(1, 2), window.daedalus.plotPlace(1, 4)]); return b.x - a.x; };
    const before = await span(), [a, b] = await page.evaluate(() => [window.daedalus.plotPlace(0, 2), window.daedalus.plotPlace(0, 4)]);
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y, { steps: 5 });
    await page.mouse.up();
    await eventually(async () => assert.ok((await span()) > 4 * before, "five times as wide"));
    assert.equal(await page.evaluate(() => window.daedalus.time()), 0, "zooming does not move the time");
    await shoot(page, "pendulum_zoomed");
    await page.mouse.dblclick(a.x, a.y);
    await eventually(async () => assert.ok(Math.abs((await span()) - before) < 2));
    await close();
  });

  test("channels are found by search, added, plotted against each other, and poses are not among them", async () => {
    const { page, troubles, close } = await open(browser, "pendulum");
    await page.getByRole("button", { name: "Add a plot" }).click();
    const picker = page.locator(".popover.channels:visible");
    assert.equal(await picker.getByText("frame").count(), 0);
    await picker.getByRole("searchbox").fill("fy");
    await picker.getByText("rod.fy").click();
    await picker.getByRole("searchbox").fill("theta");
    await picker.getByRole("button", { name: "x-axis" }).click();
    await eventually(async () => assert.equal((await page.evaluate(() => window.daedalus.plots())).at(-1).title, "rod.fy versus bob.theta"));
    await shoot(page, "pendulum_channel_picker");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("what is shown is saved as CSV, SVG and PNG", async () => {
    const { page, troubles, close } = await open(browser, "pendulum");
    const table = await save(page, "Download as CSV");
    const lines = table.bytes.toString().trim().split("\n");
    assert.equal(lines[0], "t,bob.x,bob.y");
    assert.equal(lines.length, 1002);
    const [t, x] = lines[124].split(",").map(Number);
    assert.ok(Math.abs(t - 1.23) < 1e-12 && Math.abs(x - bob(1.23)[0]) < 1e-6);
    const drawing = (await save(page, "Download as SVG")).bytes.toString();
    assert.match(drawing, /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.match(drawing, />bob\.x</);
    const picture = await save(page, "Download as PNG");
    assert.equal(picture.bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(picture.bytes.length > 5000 && picture.name.endsWith(".png"));
    assert.deepEqual(troubles, []);
    await close();
  });

  test("the mark shows differences of values and times, from a key or a click with Shift", async () => {
    const { page, troubles, close } = await open(browser, "pendulum");
    await page.evaluate(() => window.daedalus.setTime(1));
    await page.keyboard.press("m");
    await page.evaluate(() => window.daedalus.setTime(1.5));
    const difference = async () => shownNumber((await page.evaluate(() => window.daedalus.plots()))[0].values[0].difference.replace("Δ ", ""));
    await eventually(async () => assert.ok(Math.abs((await difference()) - (bob(1.5)[0] - bob(1)[0])) < 1e-4, `${await difference()}`));
    assert.ok(await page.getByText("Δt = 500 ms from the mark at 1 s; 1/Δt = 2 Hz").first().isVisible());
    await shoot(page, "pendulum_mark");
    await page.keyboard.press("m");
    await eventually(async () => assert.equal((await page.evaluate(() => window.daedalus.plots()))[0].values[0].difference, ""));
    const place = await page.evaluate(() => window.daedalus.plotPlace(0, 4));
    await page.keyboard.down("Shift");
    await page.mouse.click(place.x, place.y);
    await page.keyboard.up("Shift");
    await eventually(async () => assert.ok(Math.abs((await page.evaluate(() => window.daedalus.mark())) - 4) < 0.05));
    assert.equal(await page.evaluate(() => window.daedalus.time()), 1.5, "the time stays");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("statistics and spectrum of a curve", async () => {
    const { page, troubles, close } = await open(browser, "cantilever");
    const plot = page.locator(".plot").filter({ hasText: "beam.y1" });
    await plot.getByRole("button", { name: "Statistics" }).click();
    const cells = (await plot.locator(".statistics td.number").allTextContents()).map(shownNumber);      // 0.2 sin t over one period
    [-0.2, 0.2, 0, 0.2 / Math.SQRT2].forEach((expected, k) => assert.ok(Math.abs(cells[k] - expected) < 2e-4, `${cells}`));
    await shoot(page, "cantilever_statistics");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add a plot" }).click();
    await page.locator(".popover.channels:visible").getByRole("searchbox").fill("probe");
    await page.locator(".popover.channels:visible").getByText("probe.force").click();
    await page.keyboard.press("Escape");
    const probe = page.locator(".plot").last();
    await probe.getByRole("button", { name: "Amplitude spectrum" }).click();
    await eventually(async () => {
      const [, amplitude, frequency] = /([\d.]+) N at ([\d.]+) Hz/.exec((await page.evaluate(() => window.daedalus.plots())).at(-1).values[0].text);
      assert.ok(Math.abs(frequency - 12.5) < 0.17 && amplitude > 0.84 * 3 && amplitude < 3.03, `${amplitude} at ${frequency} Hz`);      // lines 1/6.28 s apart
    });
    await shoot(page, "cantilever_spectrum");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a thinned page keeps its peaks, says how it was thinned, and that phase curves are approximate", async () => {
    const { page, close } = await open(browser, "thinned");
    assert.ok(await page.getByText("2\u202f000 of 100\u202f000 samples are in this page").isVisible());
    assert.ok(await page.getByText("this curve of one channel versus another is approximate").isVisible());
    const lines = (await save(page, "Download as CSV")).bytes.toString().trim().split("\n").map((line) => line.split(","));
    assert.equal(lines[0][1], "rod.force (min/max)");
    const peak = lines.find((line) => Number(line[1]) === PEAK.value);
    assert.ok(Math.abs(Number(peak[0]) - PEAK.t) < 0.011);
    await close();
  });

  test("a million samples: a spike one sample wide is there, goes with its curve and comes back with it", async () => {
    const { page, troubles, close } = await open(browser, "large");
    assert.equal(await page.evaluate(() => window.daedalus.samples()), 1_000_000);
    const spike = () => page.evaluate((time) => {
      const canvas = document.querySelector(".u-wrap canvas"), over = document.querySelector(".u-over").getBoundingClientRect(), box = canvas.getBoundingClientRect();
      const ratio = canvas.width / box.width, x = (window.daedalus.plotPlace(0, time).x - box.left) * ratio;
      const tall = Math.round(over.height * ratio * 0.3), copy = document.createElement("canvas");
      copy.width = 5; copy.height = tall;
      const paint = copy.getContext("2d", { willReadFrequently: true });
      paint.drawImage(canvas, Math.round(x) - 2, (over.top - box.top) * ratio, 5, tall, 0, 0, 5, tall);
      const strip = paint.getImageData(0, 0, 5, tall);
      let blue = 0;
      for (let i = 0; i < strip.data.length; i += 4) if (strip.data[i + 3] > 128 && strip.data[i + 2] > strip.data[i] + 60) ++blue;
      return blue;
    }, SPIKE.row * 1e-4);
    const toggle = () => page.locator(".legend .entry").first().click();
    assert.ok(await spike() > 20, `only ${await spike()} pixels of the spike`);
    await toggle();
    await page.mouse.move(5, 5);
    await eventually(async () => assert.ok(await spike() <= 20, `still ${await spike()} pixels of a hidden curve`));
    await toggle();
    await page.mouse.move(5, 5);
    await eventually(async () => assert.ok(await spike() > 20, `only ${await spike()} pixels after showing it again`));
    await shoot(page, "large");
    assert.deepEqual(troubles, []);
    await close();
  });
});
