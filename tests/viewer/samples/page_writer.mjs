// page_writer.mjs: puts a header and columns into the built template, as the program does.
import { readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const template = join(dirname(fileURLToPath(import.meta.url)), "../../../viewer/dist/page.html");

export class Table {
  columns = [];
  data = [];
  constructor(times) { this.add("t", "s", "time", times, { group: "time", type: "f64" }); }
  get samples() { return this.data[0].length; }
  add(name, unit, meaning, values, more = {}) {
    const [min, max] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
    this.columns.push({ name, unit, meaning, group: more.group ?? name.split(".")[0], type: more.type ?? "f32", min, max });
    this.data.push(more.type === "f64" ? Float64Array.from(values) : Float32Array.from(values));
    return this.columns.length - 1;
  }
  // f(t) -> {p: [x, y, z], q: [w, x, y, z]}; returns the index of the first of the seven columns.
  addPose(body, f) {
    const poses = Array.from(this.data[0], f), first = this.columns.length;
    ["x", "y", "z"].forEach((axis, k) => this.add(`${body}.frame.${axis}`, "m", "origin of the frame", poses.map((s) => s.p[k]), { group: "pose" }));
    ["qw", "qx", "qy", "qz"].forEach((axis, k) => this.add(`${body}.frame.${axis}`, "1", "orientation of the frame", poses.map((s) => s.q[k]), { group: "pose" }));
    return first;
  }
}

export function pageText(header, data = []) {
  const bytes = Buffer.concat(data.map((column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength)));
  const json = JSON.stringify(header).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  const blob = bytes.length ? gzipSync(bytes, { level: 6 }).toString("base64") : "";
  return readFileSync(template, "utf8").replace("@@DAEDALUS_HEADER@@", () => json).replace("@@DAEDALUS_BLOB@@", () => blob);
}

export function writePage(file, header, data) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, pageText(header, data));
  return file;
}

export const runHeader = (title, table, more) => ({
  format: "daedalus-page", version: 1, kind: "run", title, generator: "daedalus 0.1.0",
  samples: table.samples, columns: table.columns, thinned: null, ...more,
});

export const turnZ = (angle) => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
export const range = (n, f) => Array.from({ length: n }, (_, i) => f(i));
