// csv.ts: numbers as a text file, in pieces so that a million lines do not need one long string.
const cell = (text: string) => {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;           // a name must not become a formula in a spreadsheet
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function csv(names: string[], columns: ArrayLike<number>[], from = 0, to = columns[0]?.length ?? 0): Blob {
  const pieces: string[] = [names.map(cell).join(",") + "\n"];
  const short = columns.map((column) => column instanceof Float32Array);      // nine digits give a float32 back exactly
  let lines: string[] = [];
  for (let row = from; row < to; ++row) {
    lines.push(columns.map((column, k) => (short[k] ? String(Number(column[row].toPrecision(9))) : String(column[row] ?? ""))).join(","));
    if (lines.length === 10_000) { pieces.push(lines.join("\n") + "\n"); lines = []; }
  }
  if (lines.length) pieces.push(lines.join("\n") + "\n");
  return new Blob(pieces, { type: "text/csv" });
}
