// sane_header.ts: takes whatever stands in the header and leaves only what the page can work with.
//
// A page may have traveled by mail. Texts are cut to lengths that can be displayed, numbers are finite, indices exist;
// an element that makes no sense is left out. Texts stay texts: they only ever reach the page as textContent.
import { FORMAT, VERSION, type Body, type Column, type Defaults, type Header, type Model, type Quaternion, type Vec3 } from "./data";
import { saneSections } from "./sane_study";
import { saneReport } from "./sane_report";
import { PageError } from "./page_error";
import { finite, item, list, name, optional, text, type Loose } from "./sane_values";

const MAX_SAMPLES = 50_000_000, MAX_COLUMNS = 100_000, MAX_ELEMENTS = 20_000;

export function saneHeader(raw: unknown): Header {
  const from = item(raw);
  if (from.format !== FORMAT) throw new PageError("This is not a Daedalus page: its header is not valid.");
  if (from.version !== VERSION) throw new PageError(`This page has format version ${name(from.version)}; its viewer reads version ${VERSION}.`);
  const columns = list(from.columns, MAX_COLUMNS).map(saneColumn);
  const samples = columns.length ? Math.min(MAX_SAMPLES, Math.max(0, Math.floor(finite(from.samples, 0)))) : 0;
  const thinned = from.thinned ? item(from.thinned) : null;
  return {
    format: FORMAT, version: VERSION,
    kind: from.kind === "study" ? "study" : "run",
    title: name(from.title) || "Daedalus", subtitle: text(from.subtitle), generator: name(from.generator),
    samples, columns,
    thinned: thinned && { from: finite(thinned.from, samples), to: finite(thinned.to, samples), how: text(thinned.how) },
    model: from.model ? saneModel(item(from.model), columns.length) : null,
    report: from.report ? saneReport(item(from.report)) : null,
    defaults: saneDefaults(item(from.defaults)),
    sections: saneSections(from.sections),
  };
}

function saneColumn(raw: unknown): Column {
  const from = item(raw);
  const full = name(from.name);
  const dot = full.indexOf(".");
  return {
    name: full, unit: from.unit === "1" ? "" : name(from.unit), meaning: text(from.meaning),
    group: name(from.group) || (dot > 0 ? full.slice(0, dot) : "other"),
    type: from.type === "f64" ? "f64" : "f32",
    min: optional(from.min), max: optional(from.max), marked: from.marked === true,
    kept: from.kept === "sample" || from.kept === "envelope" ? from.kept : undefined,
  };
}

export function vec3(raw: unknown, otherwise: Vec3 = [0, 0, 0]): Vec3 {
  const v = list(raw, 3);
  return v.length < 2 ? otherwise : [finite(v[0], 0), finite(v[1], 0), finite(v[2], 0)];
}

export function quaternion(raw: unknown): Quaternion {
  const q = list(raw, 4).map((x) => finite(x, 0));
  const length = Math.hypot(...q);
  return q.length === 4 && length > 1e-9 ? [q[0] / length, q[1] / length, q[2] / length, q[3] / length] : [1, 0, 0, 0];
}

function saneModel(from: Loose, columns: number): Model {
  const bodies = list(from.bodies, MAX_ELEMENTS).map((body) => saneBody(item(body), columns));
  const known = new Set(bodies.map((body) => body.name));
  const end = (raw: unknown) => {
    const e = item(raw);
    return known.has(name(e.body)) ? { body: name(e.body), at: vec3(e.at), quaternion: quaternion(e.quaternion), displacement: displacement(e.displacement) } : undefined;
  };
  const planes = ["xy", "xz", "yz"];
  return {
    name: name(from.name), description: text(from.description), file: name(from.file),
    planar: from.planar === true ? "xy" : planes.includes(from.planar as string) ? (from.planar as "xy") : false,
    gravity: vec3(from.gravity), size: optional(from.size), bodies,
    joints: list(from.joints, MAX_ELEMENTS).map(item).map((j) => (
      { name: name(j.name), type: name(j.type), P: end(j.P), Q: end(j.Q), radius: optional(j.radius) })),
    springs: list(from.springs, MAX_ELEMENTS).map(item).flatMap((s) => {
      const P = end(s.P), Q = end(s.Q);
      return P && Q ? [{ name: name(s.name), type: name(s.type), P, Q, radius: optional(s.radius) }] : [];
    }),
    roads: list(from.roads, 1000).map(item).filter((r) => known.has(name(r.body))).map((r) => ({
      name: name(r.name), body: name(r.body), at: vec3(r.at), quaternion: quaternion(r.quaternion), width: optional(r.width),
      points: list(r.points, 200_000).map((p): [number, number] => [finite(list(p)[0], 0), finite(list(p)[1], 0)]),
    })),
    arrows: list(from.arrows, MAX_ELEMENTS).map(item).flatMap((a) => {
      const c = list(a.columns, 3).map((x) => finite(x, -1));
      const good = known.has(name(a.body)) && c.length === 3 && c.every((k) => Number.isInteger(k) && k >= 0 && k < columns);
      return good ? [{ name: name(a.name), kind: a.kind === "force" ? "force" as const : "reaction" as const, body: name(a.body),
                       at: vec3(a.at), displacement: displacement(a.displacement), columns: [c[0], c[1], c[2]] as [number, number, number] }] : [];
    }),
  };
}

function saneBody(from: Loose, columns: number): Body {
  const kinds = ["ground", "prescribed", "spatial", "planar", "point"];
  const inertia = from.inertia ? item(from.inertia) : null;
  return {
    name: name(from.name),
    kind: kinds.includes(from.kind as string) ? (from.kind as Body["kind"]) : "spatial",
    pose: sanePose(from.pose, columns),
    mass: optional(from.mass), com: vec3(from.com),
    inertia: inertia && { principal: vec3(inertia.principal), quaternion: quaternion(inertia.quaternion) },
    color: color(from.color),
    shapes: list(from.shapes, 1000).map(item).flatMap(saneShape),
    markers: list(from.markers, 1000).map(item).map((m) => ({ name: name(m.name), at: vec3(m.at), quaternion: quaternion(m.quaternion), displacement: displacement(m.displacement) })),
    flexible: from.flexible ? saneFlexible(item(from.flexible), columns) : null,
  };
}

const MAX_MODES = 200;
const displacement = (raw: unknown) => (raw ? list(raw, MAX_MODES).map((v) => vec3(v)) : undefined);

function saneFlexible(from: Loose, columns: number): Body["flexible"] {
  const first = finite(from.first, -1), modes = list(from.modes, MAX_MODES).map(name), section = list(from.section, 2).map((x) => Math.max(0, finite(x, 0)));
  const stations = list(from.stations, 2000).map(item).map((s) => ({ at: vec3(s.at), displacement: displacement(s.displacement) ?? [] })).filter((s) => s.displacement.length === modes.length);
  const good = Number.isInteger(first) && first >= 0 && first + modes.length <= columns && modes.length > 0 && stations.length > 1;
  return good ? { first, modes, stations, section: section.length === 2 ? [section[0], section[1]] : undefined } : null;
}

function sanePose(raw: unknown, columns: number): Body["pose"] {
  if (typeof raw === "number") return Number.isInteger(raw) && raw >= 0 && raw + 7 <= columns ? raw : null;
  if (!raw) return null;
  return { position: vec3(item(raw).position), quaternion: quaternion(item(raw).quaternion) };
}

const color = (raw: unknown) => (typeof raw === "string" && /^#[0-9a-f]{6}$/i.test(raw) ? raw : undefined);

function saneShape(from: Loose): NonNullable<Body["shapes"]> {
  const place = { at: vec3(from.at), quaternion: quaternion(from.quaternion), color: color(from.color) };
  const positive = (raw: unknown) => Math.max(0, finite(raw, 0));
  const points = list(from.points, 100_000).map((p) => vec3(p));
  switch (from.type) {
    case "box": return [{ ...place, type: "box", size: vec3(from.size, [0.1, 0.1, 0.1]) }];
    case "cylinder": return [{ ...place, type: "cylinder", radius: positive(from.radius), length: positive(from.length) }];
    case "sphere": return [{ ...place, type: "sphere", radius: positive(from.radius) }];
    case "line": return [{ ...place, type: "line", from: vec3(from.from), to: vec3(from.to), radius: optional(from.radius) }];
    case "polyline": return points.length < 2 ? [] :
      [{ ...place, type: "polyline", points, closed: from.closed === true, radius: optional(from.radius) }];
    case "mesh": {
      const positions = list(from.positions, 6_000_000).map((x) => finite(x, 0)), indices: number[] = [];
      const corners = list(from.indices, 6_000_000).map((x) => finite(x, -1));
      for (let k = 0; k + 2 < corners.length; k += 3)
        if (corners.slice(k, k + 3).every((i) => Number.isInteger(i) && i >= 0 && 3 * i + 2 < positions.length)) indices.push(corners[k], corners[k + 1], corners[k + 2]);
      if (corners.length === 0) positions.length -= positions.length % 9;
      return positions.length < 9 || (corners.length > 0 && indices.length === 0) ? [] : [{ ...place, type: "mesh", positions, indices: indices.length ? indices : undefined }];
    }
    default: return [];
  }
}

function saneDefaults(from: Loose): Defaults {
  const camera = from.camera ? item(from.camera) : null;
  const views = ["3d", "chase", "side", "top", "xy", "xz", "yz"];
  return {
    plots: from.plots === undefined || from.plots === null ? undefined : list(from.plots, 12).map(item).map((p) => ({
      title: name(p.title), x: name(p.x) || undefined, y: list(p.y, 24).map(name), log_x: p.log_x === true, log_y: p.log_y === true,
    })),
    camera: camera && {
      view: views.includes(camera.view as string) ? (camera.view as "3d") : undefined,
      position: camera.position ? vec3(camera.position) : undefined, target: camera.target ? vec3(camera.target) : undefined,
    },
    follow: name(from.follow) || null,
    traces: list(from.traces, 50).map(name),
    speed: optional(from.speed),
  };
}
