// numbers.ts: numbers as people read them.
const MINUS = "−";

export function format(value: number | null | undefined, digits = 5): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : MINUS + "∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return scientific(value, digits);
  return String(Number(value.toPrecision(digits))).replace("-", MINUS);
}

export function scientific(value: number, digits = 3): string {
  const [mantissa, exponent] = value.toExponential(Math.max(0, digits - 1)).split("e");
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return `${short.replace("-", MINUS)}·10${superscript(Number(exponent))}`;
}

export function superscript(n: number): string {
  const signs: Record<string, string> = { "-": "⁻" };
  return [...String(n)].map((c) => signs[c] ?? "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)]).join("");
}

export const count = (n: number) => (Number.isFinite(n) ? Math.round(n).toLocaleString("en").replaceAll(",", "\u202f") : "–");

export const percent = (share: number) => `${share < 0.01 && share > 0 ? "< 1" : (100 * share).toFixed(0)} %`;

export function seconds(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return "–";
  if (value !== 0 && Math.abs(value) < 1e-3) return `${format(value * 1e6, 3)} µs`;
  if (value !== 0 && Math.abs(value) < 1) return `${format(value * 1e3, 3)} ms`;
  return `${format(value, 4)} s`;
}

// Tidy places for ticks: 1, 2 or 5 times a power of ten apart.
export function tidyTicks(low: number, high: number, about: number): number[] {
  if (!(high > low) || !Number.isFinite(high - low)) return [low];
  const rough = (high - low) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough * 0.999) ?? 10 * power;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && ticks.length < 100; ++k) ticks.push(Number((k * step).toPrecision(12)));
  return ticks;
}

// Powers of ten, some left out where there are many; of few decades also their 2 and 5.
export function logTicks(low: number, high: number, about: number): number[] {
  const from = Math.log10(low), to = Math.log10(high);
  if (!Number.isFinite(to - from)) return [];
  if (to - from < 2.2) {
    const powers = Array.from({ length: Math.ceil(to - from) + 2 }, (_, k) => Math.floor(from) + k);
    return powers.flatMap((k) => [1, 2, 5].map((f) => Number(`${f}e${k}`))).filter((v) => v >= low && v <= high);
  }
  const stride = Math.max(1, Math.ceil((to - from) / Math.max(2, about))), ticks: number[] = [];
  for (let k = Math.ceil(from - 1e-9); k <= to + 1e-9; k += stride) ticks.push(Number(`1e${k}`));
  return ticks;
}
