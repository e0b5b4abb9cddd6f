// page.test.mjs: the page as a whole: keys, sizes, colors, studies, hostile data, missing WebGL.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { eventually, launch, look, open, shoot, skip } from "./browser.mjs";

describe("page", { skip }, () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser?.close());
  const ask = (page, what) => page.evaluate((name) => window.daedalus[name](), what);

  test("the template has its two places once, a policy without unsafe scripts, and no address to load from", () => {
    const page = readFileSync(new URL("../../viewer/dist/page.html", import.meta.url), "utf8");
    for (const place of ["@@DAEDALUS_HEADER@@", "@@DAEDALUS_BLOB@@"]) assert.equal(page.split(place).length, 2);
    const policy = page.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
    assert.match(policy, /default-src 'none'; script-src 'sha256-/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(page, /<(script|img|iframe)[^>]*\ssrc=|<link/);
    assert.match(page, /three 0\.\d+\.\d+[\s\S]*MIT/);
  });

  test("keys play, step, jump, follow, zoom, and show help", async () => {
    const { page, troubles, close } = await open(browser, "pendulum");
    await page.keyboard.press("Space");
    await eventually(async () => assert.ok(await ask(page, "playing") && (await ask(page, "time")) > 0));
    await page.keyboard.press("Space");
    const becomes = (what, value) => eventually(async () => assert.equal(await ask(page, what), value));
    await becomes("playing", false);
    await page.keyboard.press("End");
    await becomes("time", 10);
    await page.keyboard.press("Home");
    await becomes("time", 0);
    await page.keyboard.press("ArrowRight");
    await eventually(async () => assert.ok(Math.abs((await ask(page, "time")) - 0.05) < 1e-9));
    await page.keyboard.press("ArrowLeft");
    await becomes("time", 0);
    await page.keyboard.press("ArrowUp");
    await becomes("speed", 2);
    await page.keyboard.press("f");
    await becomes("following", "bob");
    await page.keyboard.press("f");
    await becomes("following", null);
    await page.keyboard.press("g");
    await becomes("gridShown", false);
    const distance = () => page.evaluate(() => window.daedalus.projected("ground", [1, 0, 0]).x - window.daedalus.projected("ground").x);
    const before = await distance();
    await page.keyboard.press("+");
    await eventually(async () => assert.ok((await distance()) > 1.1 * before));
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("play or pause").waitFor();
    await shoot(page, "help");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("space plays and pauses whatever has the focus, except in a text field; Enter uses what has it", async () => {
    const { page, troubles, close } = await open(browser, "vehicle");
    const becomes = (what, value) => eventually(async () => assert.equal(await ask(page, what), value));
    const gridBox = page.getByLabel("grid", { exact: true });
    await page.getByRole("button", { name: "Visibility", exact: true }).click();
    for (const target of [page.getByRole("button", { name: "Loop" }), page.getByLabel("View", { exact: true }), page.locator("input.scrub"), page.locator(".stage canvas"),
                          page.getByRole("button", { name: "Logarithmic vertical axis" }).first(), page.getByLabel("Playback speed"), gridBox]) {
      const before = await ask(page, "playing");
      await target.focus();
      await page.keyboard.press("Space");
      await becomes("playing", !before);
    }
    assert.equal(await page.getByRole("button", { name: "Loop" }).getAttribute("aria-pressed"), "true", "the button was not pressed");
    assert.equal(await ask(page, "gridShown"), true);
    await gridBox.press("Enter");
    await becomes("gridShown", false);
    const before = await ask(page, "playing");
    await page.getByRole("button", { name: "Choose curves" }).first().click();
    await page.getByRole("searchbox").fill("front");
    await page.getByRole("searchbox").press("Space");
    assert.equal(await page.getByRole("searchbox").inputValue(), "front ");
    assert.equal(await ask(page, "playing"), before);
    assert.deepEqual(troubles, []);
    await close();
  });

  test("it fits a window 390 pixels wide", async () => {
    for (const sample of ["vehicle", "study"]) {
      const { page, troubles, close } = await open(browser, sample, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${sample} is ${wide} pixels wide`);
      await shoot(page, `${sample}_phone`);
      if (sample === "vehicle") {
        await page.getByRole("button", { name: "Visibility", exact: true }).tap();
        const panel = await page.locator(".popover:visible").boundingBox();
        assert.ok(panel.x >= 0 && panel.x + panel.width <= 390);
        await page.touchscreen.tap(100, 500);
        await shoot(page, "vehicle_phone_full", { fullPage: true });
      }
      assert.deepEqual(troubles, []);
      await close();
    }
  });

  test("dark where the system is dark, and changed by its button", async () => {
    const { page, troubles, close } = await open(browser, "four_bar", { colorScheme: "dark" });
    const brightness = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) / 3);
    assert.ok((await brightness()) < 60);
    const { at: [dark] } = await look(page, 1.6, [{ x: 12, y: 200 }]);
    assert.ok(Math.max(...dark) < 80, `stage is ${dark}`);
    await shoot(page, "four_bar_dark_full", { fullPage: true });
    await page.getByRole("button", { name: "Toggle dark mode" }).click();
    await eventually(async () => assert.ok((await brightness()) > 200));
    assert.deepEqual(troubles, []);
    await close();
  });

  test("the report tells in words what was kept and what was not", async () => {
    const { page, close } = await open(browser, "vehicle");
    const report = page.locator(".report");
    for (const words of ["Constraint residuals", "✗ exceeded", "✓ pass", "Warning.", "dopri5", "× faster than real time", "−1327.6 J", "1·10⁻¹⁰"])
      assert.ok((await report.getByText(words).count()) > 0, words);
    assert.match(await page.locator(".status").textContent(), /exceeded/);
    await close();
  });

  test("a study shows its tables, slopes, contours and eigenvalues", async () => {
    const { page, troubles, close } = await open(browser, "study");
    assert.equal(await page.locator("section.section").count(), 7);
    assert.equal(await page.locator(".verdict.fail").count(), 1);
    assert.ok(await page.getByText("slope 4").isVisible());
    assert.ok((await page.locator(".contour path").count()) >= 4);
    assert.equal(await page.locator(".eigenvalues .drawing g circle[r='3.6'] title").count(), 48);
    const numbers = await page.evaluate(() => [...document.querySelectorAll("svg [d]")].some((path) => path.getAttribute("d").includes("NaN")));
    assert.equal(numbers, false);
    const waiting = page.waitForEvent("download");
    await page.locator(".convergence").getByRole("button", { name: "Download as PNG" }).click();
    assert.match((await waiting).suggestedFilename(), /\.png$/);
    await shoot(page, "study_full", { fullPage: true });
    assert.deepEqual(troubles, []);
    await close();
  });

  test("a study has contents, two charts in a row where they fit, and the verdict in view however wide its table is", async () => {
    for (const [width, height, colorScheme] of [[1400, 900, "light"], [800, 600, "dark"]]) {
      const { page, troubles, close } = await open(browser, "wide_study", { viewport: { width, height }, colorScheme });
      const box = (title) => page.locator(".section", { has: page.locator("h2", { hasText: new RegExp(`^${title}$`) }) }).boundingBox();
      const [first, second, wide, alone] = [await box("First"), await box("Second"), await box("Wide"), await box("Alone")];
      assert.equal(Math.abs(first.y - second.y) < 2, width === 1400, "side by side");
      assert.ok(Math.abs(alone.width - wide.width) < 2, "a chart alone has the whole row");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      const table = page.locator(".table-scroll").first();
      assert.ok(await table.evaluate((element) => element.scrollWidth > element.clientWidth), "the table is wider than its place");
      for (const scrolled of [0, 300]) {
        await table.evaluate((element, left) => { element.scrollLeft = left; }, scrolled);
        for (const part of [page.locator(".verdict.fail").last(), page.getByRole("cell", { name: "dopri5" })]) {
          await part.scrollIntoViewIfNeeded();
          await table.evaluate((element, left) => { element.scrollLeft = left; }, scrolled);
          const { x, y, width: wideness, height: tallness } = await part.boundingBox();
          assert.ok(x >= wide.x && x + wideness <= wide.x + wide.width, `at ${x} in a table from ${wide.x} to ${wide.x + wide.width}`);
          assert.ok(await part.evaluate((element, [left, top]) => element.contains(document.elementFromPoint(left, top)), [x + Math.min(10, wideness / 2), y + tallness / 2]), "nothing lies over it");
        }
      }
      assert.equal(await page.locator("th").count(), 24 + 1, "a column without verdicts is left out");
      const contents = page.locator(".contents");
      assert.equal(await contents.getAttribute("open") !== null, width === 1400);
      if (width === 800) await contents.locator("summary").click();
      assert.equal(await contents.getByRole("link").count(), 6);
      assert.equal(await contents.getByRole("link", { name: "Wide" }).locator(".failures").textContent(), "✗ 1");
      await contents.getByRole("link", { name: "End" }).click();
      await eventually(async () => assert.ok((await box("End")).y < 200));
      await shoot(page, `wide_study_${width}`);
      assert.deepEqual(troubles, []);
      await close();
    }
  });

  test("hostile data is inert and does not hang the page", async () => {
    const { page, troubles, close } = await open(browser, "hostile");          // would not become ready
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("#page img, #page script, #page iframe").count(), 0);
    assert.ok((await page.evaluate(() => document.getElementById("page").textContent.length)) < 200_000);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1280);
    assert.ok((await look(page, 1)).colors > 10, "what makes sense is still drawn");
    await page.getByRole("button", { name: "Choose curves" }).first().click();
    await page.keyboard.press("Escape");
    await shoot(page, "hostile");
    assert.deepEqual(troubles, []);
    await close();
  });

  test("without WebGL it says so and keeps the plots", async () => {
    const plain = await launch(["--disable-3d-apis", "--disable-gpu"]);
    const { page, close } = await open(plain, "pendulum");
    assert.ok(await page.getByText("does not support WebGL").isVisible());
    await page.evaluate(() => window.daedalus.setTime(2));
    assert.ok((await page.evaluate(() => window.daedalus.plots())).length === 4);
    await shoot(page, "without_webgl");
    await close();
    await plain.close();
  });
});
