// browser.mjs: Debian's Chromium, pages opened from disk without a network, and a record of everything they complain about.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeSample } from "./make_sample_page.mjs";

const viewer = fileURLToPath(new URL("../../viewer/", import.meta.url));
export const fromViewer = createRequire(join(viewer, "package.json"));
const pages = join(tmpdir(), `daedalus-pages-${process.pid}`);
process.on("exit", () => rmSync(pages, { recursive: true, force: true }));     // two of the samples have 100 MB

function findChromium() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try { return execFileSync("which", [name], { encoding: "utf8" }).trim(); } catch { /* the next */ }
  }
  return null;
}

export const chromiumPath = process.env.DAEDALUS_CHROMIUM ?? findChromium();
export const withoutLibraries = existsSync(join(viewer, "node_modules")) ? false : "npm ci has not been run in viewer/";
export const skip = withoutLibraries ? withoutLibraries : !chromiumPath ? "no Chromium here: apt-get install chromium, or set DAEDALUS_CHROMIUM" :
  !existsSync(join(viewer, "dist/page.html")) ? "viewer/dist/page.html is missing: npm run build" : false;

// Long enough for a machine that is busy with other tests; how fast something is, is no matter of these.
const PATIENCE = 180_000;

export async function launch(flags = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]) {
  const { chromium } = fromViewer("playwright-core");
  return chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", ...flags], timeout: PATIENCE });
}

export const open = (browser, sample, options = {}) => openFile(browser, sampleFile(sample), options);

export function sampleFile(sample) {
  mkdirSync(pages, { recursive: true });
  return makeSample(sample, pages);
}

// Another sample in the same window, with something behind '#' of its address.
export async function reopen(page, sample, hash = "") {
  await page.goto("about:blank");
  await page.goto(pathToFileURL(sampleFile(sample)).href + hash);
  await page.waitForSelector("html[data-ready]");
}

// Opens a page. `troubles` collects errors, warnings of the policy and requests that are not the page itself.
export async function openFile(browser, file, options = {}) {
  const url = pathToFileURL(file).href, own = url.slice(0, url.lastIndexOf("/") + 1);      // pages from the same folder
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.setOffline(true);
  const page = await context.newPage(), troubles = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !/GPU stall|swiftshader/i.test(message.text())) troubles.push(message.text()); });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("dialog", (dialog) => { troubles.push(`dialog ${dialog.message()}`); void dialog.dismiss(); });
  page.on("request", (request) => { if (!request.url().startsWith(own) && !request.url().startsWith("blob:") && !request.url().startsWith("data:")) troubles.push(`request ${request.url()}`); });
  await page.goto(url);
  await page.waitForSelector("html[data-ready]");
  await page.waitForTimeout(250);
  await frames(page);
  return { page, troubles, close: () => context.close() };
}

// Two frames: what the page had put off is drawn.
const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

// What the page does in answer to mouse and keys may take a frame or, on a busy machine, many: asks until `check` does not throw.
export async function eventually(check) {
  for (const until = Date.now() + 30_000; ; await pause(50)) {
    try { return await check(); } catch (error) { if (Date.now() > until) throw error; }
  }
}

// A number as the page writes it: −1.5·10⁻³.
export const shownNumber = (text) => Number(text.replaceAll("−", "-").replace(/·10(.*)/, (_, power) => "e" + [...power].map((c) => (c === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c))).join("")));

// Into the folder DAEDALUS_ARTIFACTS, if it is given.
export async function shoot(page, name, options = {}) {
  const folder = process.env.DAEDALUS_ARTIFACTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), ...options });
}

// The pixels of the animation at a time, as a list of colors at some places (CSS pixels), and how many colors there are.
export const look = (page, t, places = []) => page.evaluate(([time, where]) => {
  window.daedalus.setTime(time);                                   // draws; the picture must be read before the next frame
  const source = window.daedalus.canvas(), copy = document.createElement("canvas");
  copy.width = source.width; copy.height = source.height;
  const paint = copy.getContext("2d");
  paint.drawImage(source, 0, 0);
  const { data } = paint.getImageData(0, 0, copy.width, copy.height), colors = new Set();
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) {
    const color = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
    colors.add(color);
    sum = (sum * 31 + color) | 0;
  }
  const ratio = source.width / source.clientWidth;
  const at = where.map(({ x, y }) => { const k = 4 * (Math.round(y * ratio) * copy.width + Math.round(x * ratio)); return [data[k], data[k + 1], data[k + 2]]; });
  return { colors: colors.size, sum, at };
}, [t, places]);
