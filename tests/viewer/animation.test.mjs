// animation.test.mjs: what is drawn is where the trajectory says.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { eventually, launch, look, open, shoot, skip } from "./browser.mjs";
import { fourBar } from "./samples/four_bar.mjs";
import { tip } from "./samples/cantilever.mjs";
import { bob } from "./samples/pendulum.mjs";
import { ARM, BLOCK, WHEEL } from "./samples/suspension.mjs";
import { place } from "./samples/thinned.mjs";
import { chassis } from "./samples/vehicle.mjs";

const near = (a, b, within) => Math.hypot(a.x - b.x, a.y - b.y) <= within;

describe("animation", { skip }, () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser?.close());

  test("the canvas shows something, and something else at another time", async () => {
    const { page, troubles, close } = await open(browser, "four_bar");
    const first = await look(page, 0.3), second = await look(page, 1.4);
    assert.ok(first.colors > 50, `only ${first.colors} colors`);
    assert.notEqual(first.sum, second.sum);
    assert.equal((await look(page, 0.3)).sum, first.sum);
    await page.mouse.move(5, 5);
    await shoot(page, "four_bar_light");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("the bob of the pendulum is drawn at its place, at samples and between them", async () => {
    const { page, troubles, close } = await open(browser, "pendulum");
    const spot = (name, at) => page.evaluate(([n, p]) => window.daedalus.projected(n, p), [name, at]);
    const origin = await spot("ground", [0, 0, 0]), right = await spot("ground", [1, 0, 0]), up = await spot("ground", [0, 1, 0]);
    assert.ok(Math.abs(right.y - origin.y) < 0.01 && right.x > origin.x + 50 && up.y < origin.y - 50);
    for (const t of [0, 0.37, 0.4049, 1.18, 7.77]) {
      await page.evaluate((time) => window.daedalus.setTime(time), t);
      const [x, y] = bob(t), drawn = await spot("bob", [0, 0, 0]);
      const expected = { x: origin.x + x * (right.x - origin.x) + y * (up.x - origin.x), y: origin.y + x * (right.y - origin.y) + y * (up.y - origin.y) };
      assert.ok(near(drawn, expected, 2), `t = ${t}: ${JSON.stringify(drawn)}, expected ${JSON.stringify(expected)}`);
      const { at: [ball, empty] } = await look(page, t, [drawn, { x: 12, y: 120 }]);
      assert.ok(ball[2] > ball[0] + 20, `a blue ball at its place, not ${ball}`);
      assert.ok(Math.min(...empty) > 200, `background is ${empty}`);
    }
    await page.evaluate(() => window.daedalus.setTime(0.4));
    await shoot(page, "pendulum_light");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("links keep together: the end of the crank is the start of the coupler at any time", async () => {
    const { page, close } = await open(browser, "four_bar");
    for (const t of [0.013, 0.5, 1.777, 3.999, 6.2]) {
      const [a, b] = await page.evaluate((time) => { window.daedalus.setTime(time); return [window.daedalus.projected("crank", [0.2, 0, 0]), window.daedalus.projected("coupler")]; }, t);
      assert.ok(near(a, b, 1), `t = ${t}`);
      const pose = await page.evaluate(() => window.daedalus.bodyPose("coupler"));
      assert.ok(Math.hypot(pose.position[0] - fourBar(t).A[0], pose.position[1] - fourBar(t).A[1]) < 1e-3);
    }
    await close();
  });

  test("the slider moves bodies", async () => {
    const { page, close } = await open(browser, "pendulum");
    const slider = page.locator(".scrub"), box = await slider.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await eventually(async () => {
      const [t, pose] = await page.evaluate(() => [window.daedalus.time(), window.daedalus.bodyPose("bob")]);
      assert.ok(Math.abs(t - 5) < 0.1, `t = ${t}`);
      assert.ok(Math.hypot(pose.position[0] - bob(t)[0], pose.position[1] - bob(t)[1]) < 1e-3);
    });
    await close();
  });

  test("every kind of joint and spring has a drawing", async () => {
    const { page, troubles, close } = await open(browser, "joints");
    assert.notEqual((await look(page, 0)).sum, (await look(page, 0.5)).sum);
    await shoot(page, "joints");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("bodies without shapes: an arm is drawn through its joints, a wheel is round, a block is a box", async () => {
    const { page, troubles, close } = await open(browser, "suspension");
    await page.getByLabel("View", { exact: true }).selectOption("top");
    const spot = (at, name = "arm") => page.evaluate(([n, p]) => window.daedalus.projected(n, p), [name, at]);
    const inside = ARM.reduce((sum, p) => sum.map((v, k) => v + p[k] / 3), [0, 0, 0]), edge = ARM[0].map((v, k) => (v + ARM[1][k]) / 2);
    const beside = [ARM[1][0] + 0.12, ARM[1][1], 0];                        // in the box of its inertia, not between its joints
    const { at } = await look(page, 0, [await spot(inside), await spot(edge), await spot(beside), { x: 12, y: 200 }]);
    const differs = (a, b) => Math.hypot(...a.map((v, k) => v - b[k])) > 30;
    assert.ok(differs(at[0], at[3]) && differs(at[1], at[3]), `arm ${at[0]}, its edge ${at[1]}, background ${at[3]}`);
    assert.ok(!differs(at[2], at[3]), `beside the arm ${at[2]}, background ${at[3]}`);
    const bounds = (name) => page.evaluate((n) => window.daedalus.bodyBounds(n), name);
    const wheel = await bounds("wheel"), block = await bounds("block");
    [WHEEL.radius, WHEEL.width / 2, WHEEL.radius].forEach((half, k) => assert.ok(Math.abs(wheel.max[k] - half) < 0.01 * half && Math.abs(wheel.min[k] + half) < 0.01 * half, `wheel ${JSON.stringify(wheel)}`));
    assert.ok(BLOCK.every((side, k) => Math.abs(block.max[k] - block.min[k] - side) < 1e-3), `block ${JSON.stringify(block)}`);
    await page.getByLabel("View", { exact: true }).selectOption("xz");
    const rim = await spot([0.7 * WHEEL.radius, 0, 0.7 * WHEEL.radius], "wheel"), out = await spot([0.97 * WHEEL.radius, 0, 0.97 * WHEEL.radius], "wheel");
    const side = await look(page, 0, [rim, out, { x: 12, y: 200 }]);
    assert.ok(differs(side.at[0], side.at[2]) && !differs(side.at[1], side.at[2]), `on the wheel ${side.at[0]}, beyond its rim ${side.at[1]}`);
    await page.getByLabel("View", { exact: true }).selectOption("3d");
    await page.waitForTimeout(200);
    await shoot(page, "suspension");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a flexible body bends: its markers, its bar and the spring at its tip are where its shape says", async () => {
    const { page, troubles, close } = await open(browser, "cantilever");
    assert.equal(await page.evaluate(() => window.daedalus.deformation()), 1, "large enough to be seen as it is");
    for (const t of [0.4, Math.PI / 2, 4.5]) {
      const marker = (name) => page.evaluate(([time, n]) => { window.daedalus.setTime(time); return window.daedalus.markerPlace(n); }, [t, name]);
      for (const [name, xi] of [["beam.tip", 1], ["beam.middle", 0.5]])
        assert.ok(Math.hypot((await marker(name)).world[0] - xi, (await marker(name)).world[1] - xi * xi * tip(t)) < 1e-4, `${name} at ${t} s`);
      const xi = 0.75, spot = (y) => page.evaluate(([x, v]) => window.daedalus.projected("ground", [x, v, 0]), [xi, y]);
      const { at: [bar, straight] } = await look(page, t, [await spot(xi * xi * tip(t)), await spot(0)]);
      assert.ok(bar[2] > bar[0] + 60, `blue where it is bent to at ${t} s, not ${bar}`);
      assert.ok(straight[2] < straight[0] + 30, `nothing where it would be straight, not ${straight}`);
    }
    await shoot(page, "cantilever");
    await page.getByRole("button", { name: "Visibility", exact: true }).click();
    await page.getByLabel("Deformation", { exact: true }).selectOption("0");
    assert.ok(Math.abs((await page.evaluate(() => window.daedalus.markerPlace("beam.tip"))).world[1]) < 1e-9, "drawn rigid");
    assert.ok(await page.getByText("drawn rigid").isVisible());
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a thinned page moves its bodies along the whole path", async () => {
    const { page, troubles, close } = await open(browser, "thinned");
    for (const t of [0.0033, 2.34567, 9.9]) {
      const pose = await page.evaluate((time) => { window.daedalus.setTime(time); return window.daedalus.bodyPose("bob"); }, t);
      assert.ok(Math.hypot(pose.position[0] - place(t)[0], pose.position[1] - place(t)[1]) < 1e-3, `t = ${t}`);
    }
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a spatial model is seen in perspective, turned by dragging, followed, and shows its forces on demand", async () => {
    const { page, troubles, close } = await open(browser, "vehicle");
    assert.equal(await page.evaluate(() => window.daedalus.view()), "3d");
    assert.equal(await page.evaluate(() => window.daedalus.following()), "chassis");
    const there = (t) => page.evaluate((time) => { window.daedalus.setTime(time); return window.daedalus.projected("chassis"); }, t);
    const before = await there(0), later = await there(4);
    assert.ok(near(before, later, 3), "a followed body stays in the middle");
    const pose = await page.evaluate(() => window.daedalus.bodyPose("chassis"));
    assert.ok(Math.abs(pose.position[0] - chassis(4).p[0]) < 1e-3);

    const plain = await look(page, 1.1);
    await page.getByRole("button", { name: "Visibility", exact: true }).click();
    await page.getByLabel("applied forces").check();
    await page.keyboard.press("Escape");
    await eventually(async () => assert.notEqual((await look(page, 1.1)).sum, plain.sum));
    await shoot(page, "vehicle_forces");
    const canvas = await page.locator(".stage canvas").boundingBox();
    const corner = () => page.evaluate(() => window.daedalus.projected("front_left"));
    const still = await corner();
    await page.mouse.move(canvas.x + 200, canvas.y + 400);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 320, canvas.y + 420, { steps: 4 });
    await page.mouse.up();
    await eventually(async () => assert.ok(!near(still, await corner(), 10), "dragging turns the view"));
    await page.getByLabel("View", { exact: true }).selectOption("xz");
    await page.waitForTimeout(200);
    await shoot(page, "vehicle_side");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("the run is saved as a video of the size of the canvas, and looping is as before", async () => {
    const { page, troubles, close } = await open(browser, "cantilever");
    await page.getByLabel("Playback speed").selectOption("5");
    const size = await page.evaluate(() => ({ width: window.daedalus.canvas().width, height: window.daedalus.canvas().height }));
    await page.getByRole("button", { name: "Visibility", exact: true }).click();
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Play the run once and download it as WebM video" }).click();
    await page.getByText("recording").waitFor();
    const download = await waiting, bytes = await readFile(await download.path());
    assert.equal(download.suggestedFilename(), "cantilever.webm");
    assert.equal(bytes.subarray(0, 4).toString("hex"), "1a45dfa3", "EBML, which WebM files begin with (RFC 8794)");
    assert.ok(bytes.length > 5000, `${bytes.length} bytes`);
    assert.equal(await page.getByText("recording").count(), 0);
    assert.equal(await page.getByRole("button", { name: "Loop" }).getAttribute("aria-pressed"), "true");
    const [t, end] = await page.evaluate(() => [window.daedalus.time(), window.daedalus.playing()]);
    assert.ok(Math.abs(t - 6.28) < 1e-6 && !end, `stopped at ${t}`);
    assert.deepEqual(troubles, []);
    await close();
    const player = await browser.newPage();                       // without the policy of our page
    const seen = await player.evaluate((data) => new Promise((done, fail) => {
      const video = document.createElement("video");
      video.onloadedmetadata = () => done({ width: video.videoWidth, height: video.videoHeight });
      video.onerror = () => fail(new Error(video.error.message));
      video.src = `data:video/webm;base64,${data}`;
    }), bytes.toString("base64"));
    assert.deepEqual(seen, size);
    await player.close();
  });
});
