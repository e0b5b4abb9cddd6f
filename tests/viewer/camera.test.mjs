// camera.test.mjs: where the camera looks from, what it follows, and that a page remembers it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually, launch, look, open, reopen, shoot, skip } from "./browser.mjs";

describe("camera", { skip }, () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser?.close());
  const ask = (page, what, ...words) => page.evaluate(([name, list]) => window.daedalus[name](...list), [what, words]);
  const view = (page, name) => page.getByLabel("View", { exact: true }).selectOption(name);
  const stage = (page) => page.evaluate(() => { const { clientWidth: width, clientHeight: height } = window.daedalus.canvas(); return { width, height }; });
  const at = async (page, t, body, point) => { await ask(page, "setTime", t); return ask(page, "projected", body, point); };
  const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

  // Of the larger of its sides, as a share of the stage; and how far its middle is from that of the stage, as a share of its width.
  async function framing(page, body) {
    const box = await ask(page, "screenBox", body), { width, height } = await stage(page);
    return { fills: Math.max((box.right - box.left) / width, (box.bottom - box.top) / height),
             off: Math.hypot((box.left + box.right - width) / 2, (box.top + box.bottom - height) / 2) / width };
  }

  test("a followed body is in the middle and fills the view, in every view and at any time", async () => {
    const { page, troubles, close } = await open(browser, "vehicle");
    for (const name of ["3d", "chase", "side", "top", "xy", "xz", "yz"]) {
      await view(page, name);
      assert.equal(await ask(page, "view"), name);
      for (const t of [0, 2.5, 5]) {
        await ask(page, "setTime", t);
        const { fills, off } = await framing(page, "chassis");
        assert.ok(fills > (["chase", "yz"].includes(name) ? 0.3 : 0.5) && fills < 1, `${name} at ${t} s: it fills ${fills}`);
        assert.ok(off < 0.06, `${name} at ${t} s: ${off} from the middle`);
      }
      await shoot(page, `vehicle_view_${name}`);
    }
    assert.deepEqual(troubles, []);
    await close();
  });

  test("the wheel zooms on the followed body, wherever the pointer is", async () => {
    const { page, close } = await open(browser, "vehicle");
    await ask(page, "setTime", 3);
    const before = await framing(page, "chassis"), canvas = await page.locator(".stage canvas").boundingBox();
    await page.mouse.move(canvas.x + 60, canvas.y + 60);
    for (let k = 0; k < 4; ++k) await page.mouse.wheel(0, -240);
    await eventually(async () => assert.ok((await framing(page, "chassis")).fills > 1.5 * before.fills));
    const { width, height } = await stage(page), middle = await ask(page, "projected", "chassis", [0, 0, 0.26]);     // of its two boxes
    assert.ok(apart(middle, { x: width / 2, y: height / 2 }) < 3, JSON.stringify(middle));
    await shoot(page, "vehicle_zoomed");
    await close();
  });

  test("chase and side turn with the body, top and 3D do not", async () => {
    const { page, troubles, close } = await open(browser, "roundabout");
    const nose = [2, 0, 0], times = [1, 4, 7, 11];
    for (const [name, turns] of [["chase", true], ["side", true], ["top", false], ["3d", false]]) {
      await view(page, name);
      if (await ask(page, "following") === null) await page.keyboard.press("f");
      await eventually(async () => assert.equal(await ask(page, "following"), "car"));
      const seen = [];
      for (const t of times) { const [a, b] = [await at(page, t, "car", nose), await at(page, t, "car", [0, 0, 0])]; seen.push({ x: a.x - b.x, y: a.y - b.y }); }
      const spread = Math.max(...seen.map((s) => apart(s, seen[0])));
      assert.ok(turns ? spread < 6 : spread > 60, `${name}: the nose moves ${spread} pixels about the car`);
      if (name === "side") assert.ok(seen[0].x > 50 && Math.abs(seen[0].y) < 3, "it drives to the right");
      if (name === "chase") assert.ok(seen[0].y < -5 && Math.abs(seen[0].x) < 6, "it drives away from the reader");
      await shoot(page, `roundabout_${name}`);
    }
    assert.deepEqual(troubles, []);
    await close();
  });

  test("orthographic: what is farther away is as large, and the middle keeps its size", async () => {
    const { page, troubles, close } = await open(browser, "vehicle");
    const length = async (y) => apart(await ask(page, "projected", "chassis", [-1, y, 0]), await ask(page, "projected", "chassis", [1, y, 0]));
    const near = await length(-1.5), far = await length(1.5), middle = await length(0);
    assert.ok(near > 1.1 * far, "perspective");
    await page.keyboard.press("o");
    await eventually(async () => assert.equal(await ask(page, "orthographic"), true));
    assert.ok(Math.abs((await length(-1.5)) - (await length(1.5))) < 0.5);
    assert.ok(Math.abs((await length(0)) - middle) < 0.08 * middle);
    await shoot(page, "vehicle_orthographic");
    await page.getByRole("button", { name: "Orthographic projection" }).click();
    await eventually(async () => assert.equal(await ask(page, "orthographic"), false));
    assert.ok(Math.abs((await length(0)) - middle) < 0.5);
    assert.deepEqual(troubles, []);
    await close();
  });

  test("the triad shows where the axes point", async () => {
    const { page, close } = await open(browser, "vehicle");
    const axis = (name) => page.evaluate((key) => {
      const line = document.querySelector(`.triad [data-axis=${key}] line`), v = (k) => Number(line.getAttribute(k));
      return { x: v("x2") - v("x1"), y: v("y2") - v("y1") };
    }, name);
    for (const [name, right, up] of [["xy", "x", "y"], ["xz", "x", "z"], ["yz", "y", "z"], ["top", "x", "y"], ["side", "x", "z"]]) {
      await view(page, name);
      await eventually(async () => {
        const [a, b] = [await axis(right), await axis(up)];
        assert.ok(a.x > 20 && Math.abs(a.y) < 0.2 && b.y < -20 && Math.abs(b.x) < 0.2, `${name}: ${JSON.stringify([a, b])}`);
      });
    }
    await close();
  });

  test("the page opens as it was left, another model does not, and an address overrides it", async () => {
    const { page, troubles, close } = await open(browser, "vehicle");
    await view(page, "chase");
    await page.keyboard.press("o");
    await page.keyboard.press("g");
    await page.keyboard.press("+");
    await page.waitForTimeout(300);
    const left = await at(page, 2, "front_left");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.equal(await ask(page, "view"), "chase");
    assert.equal(await ask(page, "orthographic"), true);
    assert.equal(await ask(page, "gridShown"), false);
    assert.ok(apart(await at(page, 2, "front_left"), left) < 1);
    await reopen(page, "pendulum");
    assert.equal(await ask(page, "view"), "xy");
    await reopen(page, "vehicle", "#view=side&follow=front_left&t=1.5");
    assert.equal(await ask(page, "view"), "side");
    assert.equal(await ask(page, "following"), "front_left");
    assert.equal(await ask(page, "time"), 1.5);
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a browser that keeps nothing, or nonsense, is no obstacle", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    await context.addInitScript(() => { Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } }); });
    const page = await context.newPage(), errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await reopen(page, "vehicle");
    await view(page, "top");
    await page.waitForTimeout(300);
    assert.deepEqual(errors, []);
    await context.close();
    const odd = await browser.newContext();
    await odd.addInitScript(() => localStorage.setItem("daedalus view of car_on_bumps", JSON.stringify({ view: "chase", follow: "nobody", camera: { offset: [0, 0, 0], target: ["x", null, 1e999], height: -1 } })));
    const other = await odd.newPage();
    await reopen(other, "vehicle");
    assert.equal(await ask(other, "view"), "chase");
    assert.ok((await look(other, 1)).colors > 50);
    await odd.close();
  });
});
