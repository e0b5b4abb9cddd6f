// read_run.ts: another run from a file that the reader chooses: a report page, or a table of numbers as CSV. Nothing leaves the page.
import { PageError } from "../page_error";
import { decodePayload, type Numbers, type Payload } from "../payload";
import { FORMAT, VERSION } from "../data";
import { saneHeader } from "../sane_header";

const MOST_BYTES = 400_000_000;

export async function readRun(file: File): Promise<Payload> {
  if (file.size > MOST_BYTES) throw new PageError(`The file is too large (${(file.size / 1e6).toFixed(0)} MB).`);
  const text = await file.text();
  return /^\s*<(!doctype|html)/i.test(text) ? readPage(text) : readTable(text);
}

// A document that is parsed like this runs no scripts and loads nothing.
async function readPage(text: string): Promise<Payload> {
  const page = new DOMParser().parseFromString(text, "text/html");
  const block = (id: string) => page.getElementById(id)?.textContent?.trim() ?? "";
  const payload = await decodePayload(block("daedalus-header"), block("daedalus-blob"));
  if (payload.header.kind !== "run") throw new PageError("This page is a study; only runs can be overlaid.");
  return payload;
}

// Names in the first line, the time in the first column, increasing; a line without a time is left out, what is no number is a gap.
export function readTable(text: string): Payload {
  const end = text.search(/\r?\n/), first = end < 0 ? text : text.slice(0, end);
  const separator = [",", ";", "\t"].reduce((best, s) => (first.split(s).length > first.split(best).length ? s : best), ",");
  const names = first.split(separator).map((name) => name.trim().replace(/^"|"$/g, "").replace(/ \(min\/max\)$/, ""));
  if (end < 0 || names.length < 2) throw new PageError("The file is neither a report page nor a CSV table with a time column and channels.");
  const rows: number[][] = [];
  for (const line of text.slice(end).split(/\r?\n/)) {
    if (!line.trim()) continue;
    const row = line.split(separator).map((cell) => (cell.trim() === "" ? NaN : Number(cell)));
    if (Number.isFinite(row[0]) && (rows.length === 0 || row[0] >= rows[rows.length - 1][0])) rows.push(row);
  }
  if (rows.length < 2) throw new PageError("The table has fewer than two lines of numbers with increasing times in its first column.");
  const columns: Numbers[] = names.map((_, k) => Float64Array.from(rows, (row) => row[k] ?? NaN));
  const header = saneHeader({ format: FORMAT, version: VERSION, kind: "run", title: "table", samples: rows.length, columns: names.map((name) => ({ name, type: "f64" })) });
  return { header, columns };
}
