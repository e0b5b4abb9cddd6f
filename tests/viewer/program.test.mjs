// program.test.mjs: pages as the program writes them, against the result file of the same run. DAEDALUS_PROGRAM is the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, look, openFile, shoot, shownNumber, skip as noBrowser } from "./browser.mjs";

const program = process.env.DAEDALUS_PROGRAM;
const skip = noBrowser || (program && existsSync(program) ? false : "DAEDALUS_PROGRAM names no program");
const folder = mkdtempSync(join(tmpdir(), "daedalus-program-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const daedalus = (...words) => execFileSync(program, words, { encoding: "utf8", cwd: folder });

function readTable(file) {
  const [names, ...rows] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(row.map((value, k) => [names[k], Number(value)])));
}

const runs = new Map();
function run(model, ...words) {
  if (!runs.has(model)) {
    const page = join(folder, `${model}.html`), table = join(folder, `${model}.csv`);
    const said = daedalus("run", model, "-o", table, "--page", page, "--channels", "*", ...words);
    runs.set(model, { page, rows: readTable(table), said });
  }
  return runs.get(model);
}

// What the program wrote, before the page has read it.
const headerOf = (file) => JSON.parse(/<script id="daedalus-header"[^>]*>(.*?)<\/script>/s.exec(readFileSync(file, "utf8"))[1]);

const position = (row, body) => [row[`${body}.x`], row[`${body}.y`], row[`${body}.z`]];

// One body of each that moves, and its center of mass in its frame.
const models = [
  { name: "pendulum", words: ["--every", "0.01", "--t-end", "2"] },
  { name: "andrews", words: ["--every", "1e-4"] },
  { name: "n_four_bar", words: ["--every", "0.005", "--t-end", "0.6"] },
  { name: "redundant_parallelogram", words: ["--every", "0.01", "--t-end", "2"] },
  { name: "spatial_four_bar", words: ["--every", "0.01", "--t-end", "2"] },
  { name: "stewart_platform", words: ["--every", "0.01", "--t-end", "1"] },
  { name: "quarter_car", words: ["--every", "0.005", "--t-end", "2"] },
];

describe("pages of the program", { skip }, () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser?.close());

  for (const { name, words } of models) {
    test(`${name}: bodies are drawn where the result says, plots show its values, nothing complains`, async () => {
      const { page: file, rows, said } = run(name, ...words);
      assert.match(said, /open in a browser\s+file:\/\//);
      const { page, troubles, close } = await openFile(browser, file);
      const header = headerOf(file);
      const bodies = header.model.bodies.filter((body) => typeof body.pose === "number");
      assert.ok(bodies.length > 0);
      assert.equal(header.samples, rows.length);

      const looks = [];
      for (const row of [rows[0], rows[Math.floor(rows.length / 3)], rows[rows.length - 1]]) {
        await page.evaluate((t) => window.daedalus.setTime(t), row.t);
        for (const body of bodies) {
          const [drawn, expected] = await page.evaluate(([who, com, at]) => [window.daedalus.projected(who, com), window.daedalus.projected("ground", at)],
            [body.name, body.com, position(row, body.name)]);
          assert.ok(Math.hypot(drawn.x - expected.x, drawn.y - expected.y) < 0.5, `${body.name} at t = ${row.t}: ${JSON.stringify({ drawn, expected })}`);
        }
        for (const plot of await page.evaluate(() => window.daedalus.plots()))
          for (const { name: channel, text } of plot.values) {
            const value = text === "≈ 0" ? 0 : shownNumber(text), { min, max } = header.columns.find((column) => column.name === channel);
            const within = 6e-5 * Math.abs(row[channel]) + 1e-14 * Math.max(Math.abs(min), Math.abs(max));
            assert.ok(Math.abs(value - row[channel]) <= within, `${channel} at t = ${row.t}: ${text}, result ${row[channel]}`);
          }
        looks.push(await look(page, row.t));
      }
      assert.ok(looks[0].colors > 30, `only ${looks[0].colors} colors`);
      assert.notEqual(looks[0].sum, looks[1].sum, "the picture does not change");
      await page.evaluate((t) => window.daedalus.setTime(t), rows[Math.floor(rows.length / 3)].t);
      await shoot(page, `program_${name}`);
      assert.deepEqual(troubles, []);
      await close();
    });
  }

  test("what is drawn covers the place of a body and leaves the corner free", async () => {
    const { page: file } = run("pendulum", ...models[0].words);
    const { page, close } = await openFile(browser, file);
    const t = 0.7, body = headerOf(file).model.bodies.find((b) => typeof b.pose === "number");
    const spot = await page.evaluate(([b, time]) => { window.daedalus.setTime(time); return window.daedalus.projected(b.name, b.com); }, [body, t]);
    const { at: [there, corner] } = await look(page, t, [spot, { x: 12, y: 120 }]);
    assert.ok(Math.hypot(...there.map((c, k) => c - corner[k])) > 40, `body ${there}, background ${corner}`);
    await close();
  });

  test("flexible_slider_crank: the rod is bent by its modal coordinates, enlarged so that it can be seen", async () => {
    const { page: file, rows } = run("flexible_slider_crank", "--t-end", "0.2");
    const { page, troubles, close } = await openFile(browser, file);
    const scale = await page.evaluate(() => window.daedalus.deformation());
    const largest = Math.max(...rows.map((row) => Math.abs(row["rod.y1"])));
    assert.ok(scale * largest > 0.01 * 0.6 && scale * largest < 0.05 * 0.6, `${largest} m times ${scale} on a rod of 0.6 m`);
    assert.ok(await page.getByText("deformation ×").isVisible());
    for (const row of [rows[0], rows[20], rows.at(-1)]) {
      const { world } = await page.evaluate((t) => { window.daedalus.setTime(t); return window.daedalus.markerPlace("rod.middle"); }, row.t);
      const c = Math.cos(row["rod.theta"]), s = Math.sin(row["rod.theta"]), bent = scale * row["rod.y1"];      // sin(kπ/2): 1 for the first mode, 0 for the second
      assert.ok(Math.hypot(world[0] - (row["rod.x"] - s * bent), world[1] - (row["rod.y"] + c * bent)) < 1e-5, `${world} at t = ${row.t}`);
    }
    await shoot(page, "program_flexible_slider_crank");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("scrubbing and keys move time and bodies", async () => {
    const { page: file, rows } = run("andrews", ...models[1].words);
    const { page, troubles, close } = await openFile(browser, file);
    const slider = page.locator("input.scrub");
    await slider.focus();
    await page.keyboard.press("End");
    const end = rows[rows.length - 1];
    await page.waitForFunction((t) => Math.abs(window.daedalus.time() - t) < 1e-9, end.t);
    await page.keyboard.press("Home");
    await page.waitForFunction((t) => Math.abs(window.daedalus.time() - t) < 1e-9, rows[0].t);
    await slider.blur();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => window.daedalus.time() > 0);
    await page.keyboard.press("Space");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("the report of the page has method, paper, residuals with verdicts, timing and counts", async () => {
    const { page: file } = run("andrews", ...models[1].words);
    const { page, close } = await openFile(browser, file);
    const text = await page.locator(".report").innerText();
    for (const words of ["Constraint residuals", "position", "velocity", "acceleration", "✓ pass", "Bounds:", "Energy balance", "Cost", "Work",
                         "explicit Runge-Kutta", "Hairer", "rtol", "factorizations"])
      assert.ok(text.includes(words), `'${words}' is missing in: ${text.slice(0, 3000)}`);
    await close();
  });

  test("the same page comes from a result file", async () => {
    const result = join(folder, "again.h5"), page = join(folder, "again.html");
    daedalus("run", "pendulum", "-o", result, ...models[0].words, "--set", "length=0.7");
    daedalus("view", result, "-o", page);
    const opened = await openFile(browser, page);
    const header = headerOf(page);
    assert.equal(header.report.status, "done");
    assert.equal(header.report.parameters.find((p) => p.name === "length").value, 0.7);
    assert.ok(header.model.bodies.length > 1);
    assert.deepEqual(opened.troubles, []);
    await opened.close();
  });

  test("the page of a reproduction shows every section, its verdicts and its curves", async () => {
    const file = join(folder, "002.html");
    daedalus("reproduce", "002", "--quick", "--page", file);
    const { page, troubles, close } = await openFile(browser, file);
    assert.equal(await page.locator("section.section").count(), headerOf(file).sections.length);
    assert.ok((await page.locator(".verdict.pass").count()) > 20);
    assert.ok((await page.locator(".verdict.fail").count()) >= 1);
    assert.ok((await page.locator(".convergence").count()) >= 3);
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("svg [d]")].some((path) => path.getAttribute("d").includes("NaN"))), false);
    await shoot(page, "program_reproduction", { fullPage: true });
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a hostile model file makes an inert page", async () => {
    const evil = `</script><script>document.body.innerHTML='owned';window.owned=1</script><img src=x onerror="window.owned=1">'"`;
    const long = "N".repeat(90_000);
    writeFileSync(join(folder, "evil.yaml"), `name: ${JSON.stringify(evil)}
description: ${JSON.stringify(evil + long)}
gravity: [0, -9.81, 0]
parameters: {length: {value: 1, meaning: ${JSON.stringify(evil)}}}
bodies:
  ? ${long}
  : {type: planar, mass: 1, inertia: 1, com: [length, 0]}
joints:
  pivot: {type: revolute, between: [${long}.origin, ground.origin]}
run: {t_end: 0.5}
`);
    const file = join(folder, "evil.html");
    daedalus("run", "evil.yaml", "--page", file);
    assert.ok(statSync(file).size < 3e6, "long names are cut");
    const { page, troubles, close } = await openFile(browser, file);
    assert.equal(await page.evaluate(() => window.owned), undefined);
    assert.ok((await page.locator("h1").innerText()).startsWith("</script>"));
    await shoot(page, "program_hostile");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a still is a picture of the animation", async () => {
    const picture = join(process.env.DAEDALUS_ARTIFACTS ?? folder, "program_still.png");
    mkdirSync(join(picture, ".."), { recursive: true });
    daedalus("run", "spatial_four_bar", "--t-end", "1", "--snapshot", picture, "--snapshot-time", "0.4");
    const bytes = readFileSync(picture);
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(bytes.length > 10_000, `only ${bytes.length} bytes`);
  });
});
