// spectrum.ts: the amplitudes of the harmonics in a curve: a sine of amplitude A and frequency f is a peak of height A at f.
//
// Samples need not be equally spaced: the curve is read at equal distances, straight between its samples, its mean is taken off, a Hann
// window makes its ends meet, and the fast Fourier transform does the rest.
import { type Numbers } from "../payload";

export interface Spectrum { frequency: Float64Array; amplitude: Float64Array; resolution: number }

const MOST_POINTS = 1 << 16;

// Of rows [from, to). Empty where there is too little to transform. What is not a number counts as the value before it.
export function spectrum(time: Numbers, y: Numbers, from: number, to: number): Spectrum {
  const rows = to - from, span = rows > 1 ? time[to - 1] - time[from] : 0;
  if (rows < 8 || !(span > 0)) return { frequency: new Float64Array(), amplitude: new Float64Array(), resolution: NaN };
  const n = Math.min(MOST_POINTS, 2 ** Math.ceil(Math.log2(rows)));
  const re = resampled(time, y, from, to, n), im = new Float64Array(n);
  const mean = re.reduce((sum, v) => sum + v, 0) / n;
  for (let k = 0; k < n; ++k) re[k] = (re[k] - mean) * (1 - Math.cos((2 * Math.PI * k) / n));      // Hann, twice: its mean is 1
  transform(re, im);
  const highest = Math.min(n / 2, Math.floor((rows - 1) / 2));          // half the mean rate of the samples
  const frequency = new Float64Array(highest + 1), amplitude = new Float64Array(highest + 1);
  const step = (n - 1) / n / span;                                      // n points are n − 1 intervals apart
  for (let k = 0; k <= highest; ++k) {
    frequency[k] = k * step;
    amplitude[k] = (2 * Math.hypot(re[k], im[k])) / n;
  }
  return { frequency, amplitude, resolution: step };
}

// The highest peak, without the lowest two lines, to which the window spreads what is slower than the window is long.
export function peak({ frequency, amplitude }: Spectrum): { frequency: number; amplitude: number } | null {
  let best = 2;
  for (let k = 2; k < amplitude.length; ++k) if (amplitude[k] > amplitude[best]) best = k;
  return best < amplitude.length && amplitude[best] > 0 ? { frequency: frequency[best], amplitude: amplitude[best] } : null;
}

function resampled(time: Numbers, y: Numbers, from: number, to: number, n: number): Float64Array {
  const out = new Float64Array(n), start = time[from], span = time[to - 1] - start;
  let row = from, last = 0;
  for (let k = 0; k < n; ++k) {
    const t = start + (span * k) / (n - 1);
    while (row + 2 < to && time[row + 1] <= t) ++row;
    const h = time[row + 1] - time[row], share = h > 0 ? Math.min(1, Math.max(0, (t - time[row]) / h)) : 0;
    const value = y[row] + share * (y[row + 1] - y[row]);
    if (Number.isFinite(value)) last = value;
    out[k] = last;
  }
  return out;
}

// In place; n is a power of two (Cooley and Tukey).
export function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; ++i) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) { [re[i], re[j]] = [re[j], re[i]]; [im[i], im[j]] = [im[j], im[i]]; }
  }
  for (let length = 2; length <= n; length *= 2)
    for (let k = 0; k < length / 2; ++k) {
      const c = Math.cos((2 * Math.PI * k) / length), s = -Math.sin((2 * Math.PI * k) / length);
      for (let i = k; i < n; i += length) {
        const j = i + length / 2, x = c * re[j] - s * im[j], y = c * im[j] + s * re[j];
        re[j] = re[i] - x; im[j] = im[i] - y;
        re[i] += x; im[i] += y;
      }
    }
}
