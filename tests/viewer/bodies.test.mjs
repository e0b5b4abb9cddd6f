// bodies.test.mjs: bodies are clicked, plotted, hidden.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { eventually, launch, look, open, shoot, skip } from "./browser.mjs";

describe("bodies", { skip }, () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser?.close());
  const ask = (page, what, ...words) => page.evaluate(([name, list]) => window.daedalus[name](...list), [what, words]);
  const clickOn = async (page, body, at) => {
    const spot = await ask(page, "projected", body, at), canvas = await page.locator(".stage canvas").boundingBox();
    await page.mouse.click(canvas.x + spot.x, canvas.y + spot.y);
  };
  const first = async (page) => { const [plot] = await ask(page, "plots"); return [plot.title, ...plot.values.map((value) => value.name)]; };

  test("a click on a body plots what moves of it, the next click another one in its place", async () => {
    const { page, troubles, close } = await open(browser, "vehicle");
    const before = (await ask(page, "plots")).length;
    await clickOn(page, "chassis", [0, 0, 0.6]);
    await eventually(async () => assert.deepEqual(await first(page), ["chassis", "chassis.x", "chassis.z"]));
    assert.equal(await ask(page, "selected"), "chassis");
    await shoot(page, "vehicle_selected");
    await clickOn(page, "front_right", [0, -0.1, 0]);
    await eventually(async () => assert.deepEqual(await first(page), ["front_right", "front_right.z"]));
    assert.equal((await ask(page, "plots")).length, before + 1);
    await page.getByRole("button", { name: "Follow front_right", exact: true }).click();
    await eventually(async () => assert.equal(await ask(page, "following"), "front_right"));
    await page.getByRole("button", { name: "Clear the selection" }).click();
    await eventually(async () => assert.equal(await ask(page, "selected"), null));
    assert.deepEqual(troubles, []);
    await close();
  });

  test("turning the view selects nothing, nor does a click beside all bodies", async () => {
    const { page, close } = await open(browser, "vehicle");
    const canvas = await page.locator(".stage canvas").boundingBox(), spot = await ask(page, "projected", "chassis", [0, 0, 0.6]);
    await page.mouse.move(canvas.x + spot.x, canvas.y + spot.y);
    await page.mouse.down();
    await page.mouse.move(canvas.x + spot.x + 40, canvas.y + spot.y, { steps: 3 });
    await page.mouse.up();
    assert.equal(await ask(page, "selected"), null);
    await page.mouse.click(canvas.x + 30, canvas.y + 110);
    await page.waitForTimeout(100);
    assert.equal(await ask(page, "selected"), null);
    await close();
  });

  test("a bent body is clicked where it is drawn", async () => {
    const { page, close } = await open(browser, "cantilever");
    await ask(page, "setTime", Math.PI / 2);
    await clickOn(page, "ground", [0.8, 0.64 * 0.2, 0]);
    await eventually(async () => assert.equal(await ask(page, "selected"), "beam"));
    await close();
  });

  test("bodies are hidden and shown one by one, and stay hidden in the next page of the model", async () => {
    const { page, troubles, close } = await open(browser, "vehicle");
    const top = async () => { const spot = await ask(page, "projected", "chassis", [-0.25, 0, 0.61]); return (await look(page, 1, [spot])).at[0]; };
    await ask(page, "setTime", 1);
    const seen = await top();
    await page.getByRole("button", { name: "Bodies: show, follow (f), plot" }).click();
    await page.getByRole("checkbox", { name: "chassis" }).uncheck();
    await eventually(async () => { const now = await top(); assert.ok(Math.hypot(...now.map((v, k) => v - seen[k])) > 30, `${now}, before ${seen}`); });
    await shoot(page, "vehicle_without_chassis");
    await page.waitForTimeout(300);
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    const again = await top();
    assert.ok(Math.hypot(...again.map((v, k) => v - seen[k])) > 30);
    await page.getByRole("button", { name: "Bodies: show, follow (f), plot" }).click();
    await page.getByRole("button", { name: "Show all bodies" }).click();
    await eventually(async () => { const now = await top(); assert.ok(Math.hypot(...now.map((v, k) => v - seen[k])) < 10, `${now}, before ${seen}`); });
    await page.getByRole("button", { name: "Plot rear_left", exact: true }).click();
    await eventually(async () => assert.equal((await first(page))[0], "rear_left"));
    assert.deepEqual(troubles, []);
    await close();
  });
});
