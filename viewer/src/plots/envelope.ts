// envelope.ts: a million samples on a thousand pixels: for every pixel column the smallest and the largest value.
import { type Numbers } from "../payload";

export interface Thin { x: Float64Array; y: Float64Array }

// Rows [from, to) of y over the increasing x. Each bucket of equal width in x leaves its extremes in the order in which they
// occur, at the first and the last x of the bucket; so a spike of one sample is drawn at full height.
export function envelope(x: Numbers, y: Numbers, from: number, to: number, buckets: number): Thin {
  const n = to - from;
  if (n <= 4 * buckets) return { x: Float64Array.from(x.subarray(from, to)), y: Float64Array.from(y.subarray(from, to)) };
  const outX = new Float64Array(2 * buckets), outY = new Float64Array(2 * buckets);
  const low = x[from], width = (x[to - 1] - low) / buckets;
  let row = from, out = 0;
  for (let k = 0; k < buckets && row < to; ++k) {
    const edge = k === buckets - 1 ? Infinity : low + (k + 1) * width;
    const first = row;
    let min = NaN, max = NaN, minRow = row, maxRow = row;
    for (; row < to && x[row] <= edge; ++row) {
      const v = y[row];
      if (!(v >= min)) { if (v === v) { min = v; minRow = row; } }     // the first number replaces NaN
      if (!(v <= max)) { if (v === v) { max = v; maxRow = row; } }
    }
    if (row === first) continue;
    outX[out] = x[first];
    outY[out++] = minRow <= maxRow ? min : max;
    outX[out] = x[row - 1];
    outY[out++] = minRow <= maxRow ? max : min;
  }
  return { x: outX.subarray(0, out), y: outY.subarray(0, out) };
}

// A curve of one channel against another has no buckets: rows are left out evenly.
export function everySome(x: Numbers, y: Numbers, from: number, to: number, most: number): Thin {
  const n = to - from, kept = Math.min(n, most);
  const outX = new Float64Array(kept), outY = new Float64Array(kept);
  for (let i = 0; i < kept; ++i) {
    const row = kept === n ? from + i : from + Math.round((i * (n - 1)) / Math.max(1, kept - 1));
    outX[i] = x[row];
    outY[i] = y[row];
  }
  return { x: outX, y: outY };
}
