// statistics.ts: smallest, largest, mean and root mean square of a curve over time, straight between its samples.
//
//   mean = 1/T ∫ y dt,   rms² = 1/T ∫ y² dt,   with ∫ y² dt = h (a² + ab + b²)/3 between values a and b that are h apart
import { type Numbers } from "../payload";

export interface Statistics { min: number; tMin: number; max: number; tMax: number; mean: number; rms: number; samples: number }

// Of rows [from, to); what is not a number is a gap.
export function statistics(time: Numbers, y: Numbers, from: number, to: number): Statistics {
  const found: Statistics = { min: Infinity, tMin: NaN, max: -Infinity, tMax: NaN, mean: NaN, rms: NaN, samples: 0 };
  let span = 0, sum = 0, squares = 0, scale = 0;
  for (let i = from; i < to; ++i) if (Math.abs(y[i]) > scale && Number.isFinite(y[i])) scale = Math.abs(y[i]);
  for (let i = from; i < to; ++i) {
    const b = y[i];
    if (!Number.isFinite(b)) continue;
    ++found.samples;
    if (b < found.min) { found.min = b; found.tMin = time[i]; }
    if (b > found.max) { found.max = b; found.tMax = time[i]; }
    const a = i > from ? y[i - 1] : NaN, h = i > from ? time[i] - time[i - 1] : 0;
    if (!(h > 0) || !Number.isFinite(a)) continue;
    const u = a / (scale || 1), v = b / (scale || 1);                    // no overflow of squares
    span += h;
    sum += (h * (u + v)) / 2;
    squares += (h * (u * u + u * v + v * v)) / 3;
  }
  if (found.samples === 0) return { ...found, min: NaN, max: NaN };
  if (span === 0) return { ...found, mean: found.min, rms: Math.abs(found.min) };
  return { ...found, mean: (scale * sum) / span, rms: scale * Math.sqrt(squares / span) };
}
