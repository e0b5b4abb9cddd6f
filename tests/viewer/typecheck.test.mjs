// typecheck.test.mjs: what esbuild does not look at: the types.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fromViewer, withoutLibraries as skip } from "./browser.mjs";

test("the sources of the page have no mistake in their types", { skip }, () => {
  const project = fileURLToPath(new URL("../../viewer/tsconfig.json", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [fromViewer.resolve("typescript/bin/tsc"), "--noEmit", "--project", project], { encoding: "utf8" });
  assert.equal(status, 0, stdout);
});
