// build.mjs: bundles src/ into dist/page.html, one file without references to anything outside of it.
//
// The content security policy admits exactly the script and the style that are in the page, by their hashes. The two data
// blocks are not executable and need none: a program may fill them without touching the policy.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const BUNDLED = ["three", "uplot", "fflate"];

async function bundle(entry, options = {}) {
  const result = await build({
    entryPoints: [join(here, entry)], bundle: true, minify: true, write: false, charset: "ascii",
    target: ["es2021", "chrome100", "firefox110", "safari15.4"], legalComments: "inline", logLevel: "warning", ...options,
  });
  return result.outputFiles[0].text;
}

async function licenses() {
  const texts = await Promise.all(BUNDLED.map(async (name) => {
    const { version } = JSON.parse(await readFile(join(here, "node_modules", name, "package.json"), "utf8"));
    return `${name} ${version}\n\n${(await readFile(join(here, "node_modules", name, "LICENSE"), "utf8")).trim()}`;
  }));
  return `/*! This page contains the following libraries.\n\n${texts.join("\n\n----\n\n").replaceAll("*/", "* /")}\n*/\n`;
}

const sha256 = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

const script = (await licenses()) + (await bundle("src/main.ts", { format: "iife" })).trim();
const style = (await bundle("src/style/page.css")).trim();
if (/<\/script|<!--/i.test(script)) throw new Error("the bundle would end its own script element");

const policy = [
  "default-src 'none'", `script-src ${sha256(script)}`, `style-src ${sha256(style)}`, "img-src data: blob:",
  "connect-src 'none'", "base-uri 'none'", "form-action 'none'",
].join("; ");

const template = await readFile(join(here, "src/page.html"), "utf8");
const parts = { "%POLICY%": policy, "%STYLE%": style, "%SCRIPT%": script };
const page = template.replace(/%(POLICY|STYLE|SCRIPT)%/g, (place) => parts[place]);
for (const place of ["@@DAEDALUS_HEADER@@", "@@DAEDALUS_BLOB@@"])
  if (page.split(place).length !== 2) throw new Error(`${place} must occur once in the page`);

await mkdir(join(here, "dist"), { recursive: true });
await writeFile(join(here, "dist/page.html.part"), page);       // whole or not at all: others look only at its age
await rename(join(here, "dist/page.html.part"), join(here, "dist/page.html"));
console.log(`dist/page.html ${(Buffer.byteLength(page) / 1000).toFixed(0)} kB`);
