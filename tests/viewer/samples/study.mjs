// study.mjs: a comparison with every kind of section.
import { range } from "./page_writer.mjs";

const stepSizes = range(7, (k) => 0.1 / 2 ** k);
const line = (order, factor, floor = 0) => stepSizes.map((h) => factor * h ** order + floor);

// |R(z)| of the classical Runge-Kutta method of order four.
function stability(columns, rows, x, y) {
  const values = [];
  for (let j = 0; j < rows; ++j)
    for (let i = 0; i < columns; ++i) {
      const re = x[0] + ((x[1] - x[0]) * i) / (columns - 1), im = y[0] + ((y[1] - y[0]) * j) / (rows - 1);
      let [pr, pi, sr, si] = [1, 0, 1, 0];
      for (let n = 1; n <= 4; ++n) { [pr, pi] = [(pr * re - pi * im) / n, (pr * im + pi * re) / n]; sr += pr; si += pi; }
      values.push(Number(Math.hypot(sr, si).toPrecision(5)));
    }
  return values;
}

export function study() {
  const damped = range(24, (k) => [-0.4 - 0.05 * k * k, 2 * k + 1]);
  const header = {
    format: "daedalus-page", version: 1, kind: "study", title: "Slider-crank: HHT, BDF and Runge-Kutta side by side", subtitle: "reproduces tables 1 and 2 and figure 3 of the paper", generator: "daedalus 0.1.0",
    samples: 0, columns: [],
    sections: [
      { type: "text", title: "What was done", text: "Each method integrates the same slider-crank over 2 s. Errors are measured against a solution computed with a tolerance of 1e-12 in joint coordinates.\n\nA verdict says whether our number lies within the rounding of the printed one." },
      { type: "table", title: "Table 1: order of convergence", columns: [{ name: "method", kind: "text" }, { name: "quantity" }, { name: "paper", kind: "paper" }, { name: "ours", kind: "ours" }, { name: "verdict", kind: "verdict" }],
        rows: [["hht-i3", "position", 2.0, 2.003, "pass"], ["hht-i3", "velocity", 2.0, 1.998, "pass"], ["hht-i3", "multiplier", 2.0, 1.31, "fail"], ["bdf3", "position", 3.0, 2.97, "pass"], ["rk4", "position", null, 4.01, "not in the paper"]], note: "Orders from the four smallest step sizes." },
      { type: "convergence", title: "Figure 3: error over step size", x: { name: "step size h", unit: "s" }, y: { name: "error of the position", unit: "m" }, slopes: [{ slope: 2 }, { slope: 4 }],
        series: [{ name: "hht-i3", x: stepSizes, y: line(2, 0.8), order: 2 }, { name: "bdf3", x: stepSizes, y: line(3, 3), order: 3 }, { name: "rk4", x: stepSizes, y: line(4, 9, 2e-12), order: 4 }] },
      { type: "work_precision", title: "Work and precision", x: { name: "error of the position", unit: "m" }, y: { name: "CPU time", unit: "s" }, slopes: [{ slope: -0.5 }, { slope: -0.25 }],
        series: [{ name: "hht-i3", x: line(2, 0.8), y: stepSizes.map((h) => 3e-4 / h) }, { name: "bdf3", x: line(3, 3), y: stepSizes.map((h) => 5e-4 / h) }, { name: "rk4", x: line(4, 9, 2e-12), y: stepSizes.map((h) => 9e-4 / h) }] },
      { type: "contour", title: "Region of stability of rk4", x: { name: "Re hλ", min: -4, max: 2 }, y: { name: "Im hλ", min: -3.5, max: 3.5 }, columns: 121, rows: 141, values: stability(121, 141, [-4, 2], [-3.5, 3.5]), levels: [0.5, 0.9, 1], filled_below: 1, note: "Stable where |R(hλ)| < 1." },
      { type: "eigenvalues", title: "Eigenvalues of the linearized model", boundary: "imaginary_axis", sets: [{ name: "undamped", re: damped.map(() => 0), im: damped.map((e) => e[1]) }, { name: "damped", re: damped.map((e) => e[0]), im: damped.map((e) => e[1]) }] },
      { type: "lines", title: "Crank angle", x: { name: "time", unit: "s" }, y: { name: "angle", unit: "rad" }, series: [{ name: "hht-i3", x: range(201, (i) => i / 100), y: range(201, (i) => Math.sin(i / 20)) }, { name: "reference", x: range(201, (i) => i / 100), y: range(201, (i) => Math.sin(i / 20) + 0.02), style: "dashed" }] },
    ],
  };
  return { header, data: [] };
}

// A table wider than any window, with its verdict at the end, and two charts that fit beside each other.
export function wideStudy() {
  const columns = [{ name: "method", kind: "text" }, ...Array.from({ length: 22 }, (_, k) => ({ name: `quantity ${k}`, kind: "number" })), { name: "", kind: "verdict" }];
  const rows = ["rk4", "dopri5"].map((name, i) => [name, ...Array.from({ length: 22 }, (_, k) => 1.2345e-7 * (k + 1)), i ? "fail" : "pass"]);
  const chart = (title) => ({ type: "lines", title, x: { name: "t", unit: "s" }, y: { name: "y" }, series: [{ name: "a", x: [0, 1, 2], y: [0, 1, 4] }] });
  const unjudged = { type: "table", title: "Without verdicts", columns: [{ name: "a", kind: "number" }, { name: "", kind: "verdict" }], rows: [[1, null], [2, null]] };
  return { header: { format: "daedalus-page", version: 1, kind: "study", title: "wide", samples: 0, columns: [],
                     sections: [chart("First"), chart("Second"), { type: "table", title: "Wide", columns, rows }, unjudged, chart("Alone"), { type: "text", title: "End", text: "word ".repeat(2000) }] }, data: [] };
}
