// overlay.test.mjs: a second run over the first: from a page, from a table, dropped, and files that are none.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { eventually, launch, look, open, sampleFile, shoot, shownNumber, skip } from "./browser.mjs";
import { car } from "./samples/roundabout.mjs";

describe("overlay", { skip }, () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser?.close());
  const choose = (page, file) => page.getByLabel("Run to overlay").setInputFiles(file);
  const table = (text, name = "run.csv") => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  const over = async (page) => (await page.evaluate(() => window.daedalus.plots()))[0].values[0].over.replace(/[()]/g, "");

  test("a page of the same model: dashed curves, values in the legend, a translucent body where it is", async () => {
    const { page, troubles, close } = await open(browser, "roundabout");
    await page.evaluate(() => window.daedalus.setTime(2));
    await page.getByLabel("View", { exact: true }).selectOption("top");
    await page.keyboard.press("f");                                                  // the page follows a car that drives away
    await page.keyboard.press("0");
    await eventually(async () => assert.equal(await page.evaluate(() => window.daedalus.following()), null));
    const spot = () => page.evaluate((p) => window.daedalus.projected("ground", p), car(2, 9).p);
    const { at: [empty] } = await look(page, 2, [await spot()]);
    await choose(page, sampleFile("roundabout_fast"));
    await page.getByText("dashed: roundabout_fast.html, 1 common channel").waitFor();
    for (const t of [0.5, 2, 7.7]) {
      const place = await page.evaluate((time) => { window.daedalus.setTime(time); return window.daedalus.ghostPose("car"); }, t);
      assert.ok(Math.hypot(...car(t, 9).p.map((v, k) => v - place[k])) < 1e-2, `t = ${t}: ${place}`);
      assert.ok(Math.abs(shownNumber(await over(page)) - car(t, 9).p[0]) < 1e-2);
    }
    const { at: [ghost] } = await look(page, 2, [await spot()]);
    assert.ok(Math.hypot(...ghost.map((v, k) => v - empty[k])) > 10, `${ghost}, without it ${empty}`);
    await shoot(page, "roundabout_overlay");
    await page.getByRole("button", { name: "Remove the overlaid run" }).click();
    await eventually(async () => assert.equal(await over(page), ""));
    assert.equal(await page.evaluate(() => window.daedalus.ghostPose("car")), null);
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a table of numbers, with other times, other separators and gaps", async () => {
    const { page, troubles, close } = await open(browser, "roundabout");
    await choose(page, table("t;\"car.x\";other\r\n0;1;2\r\n4;9;\r\n12;;5\r\n"));
    await page.getByText("dashed: run.csv, 1 common channel").waitFor();
    await page.evaluate(() => window.daedalus.setTime(1));
    await eventually(async () => assert.equal(await over(page), "3"));             // straight from 1 at t = 0 to 9 at t = 4
    await page.getByRole("button", { name: "Statistics" }).first().click();
    const cells = (await page.locator(".statistics td.number").allTextContents()).map(shownNumber);
    assert.deepEqual(cells.slice(4, 7), [1, 9, 5]);                                      // over the 4 s that have values
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a file is dropped on the page", async () => {
    const { page, troubles, close } = await open(browser, "roundabout");
    const text = readFileSync(sampleFile("roundabout_fast"), "utf8");
    await page.evaluate((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], "fast.html", { type: "text/html" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
    await page.getByText("dashed: fast.html").waitFor();
    assert.deepEqual(troubles, []);
    await close();
  });

  test("what cannot be overlaid is refused in words, and hostile pages stay inert", async () => {
    const { page, troubles, close } = await open(browser, "roundabout");
    for (const [file, words] of [[table("t,nothing\n0,1\n1,2\n"), "no channel with the name"], [table("just words", "notes.txt"), "neither a report page nor a CSV table"],
                                 [table("t,car.x\n5,1\n", "short.csv"), "fewer than two lines"], [sampleFile("study"), "is a study"], [table("<!doctype html><p>hello", "other.html"), "not a Daedalus page"],
                                 [sampleFile("hostile"), "no channel with the name"]]) {
      await choose(page, file);
      await page.getByText(words).waitFor();
      assert.equal(await over(page), "");
    }
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.deepEqual(troubles, []);
    await close();
  });
});
