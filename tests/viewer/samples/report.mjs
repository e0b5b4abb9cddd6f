// report.mjs: a report like that of a run.
const energies = ["initial", "final", "work", "drift", "scale"];
export const energyOf = (values, error, bound, verdict) => ({ rows: values.map((value, k) => ({ name: energies[k], value, unit: "J", meaning: "" })), error, bound, verdict });

export const sampleReport = (more = {}) => ({
  status: "done", formulation: "cartesian",
  method: {
    name: "dopri5", family: "explicit Runge-Kutta, embedded pair", order: "q 5, v 5, λ 4", index: "1, with projection to the constraints", stability: "real axis to −3.3",
    paper: "Dormand, Prince, J. Comput. Appl. Math. 6, 19 (1980)",
    formula: "v⁺ = v + h Σ bᵢ aᵢ\nq⁺ = q + h Σ bᵢ vᵢ\nthen  q⁺ ← q⁺ + M⁻¹Gᵀμ  until  g(t⁺, q⁺) = 0",
    description: "Runge-Kutta of order five with error estimate of order four; accelerations from the saddle point equations at every stage.",
  },
  options: [
    { name: "rtol", given: 1e-8, used: 1e-8, meaning: "relative tolerance" }, { name: "atol", given: null, used: 1e-10, meaning: "absolute tolerance" },
    { name: "solver", given: "auto", used: "dense", meaning: "linear solver" }, { name: "projection", given: null, used: "position and velocity" }],
  parameters: [{ name: "length", value: 1, meaning: "of the rod, m" }, { name: "g", value: 9.81, meaning: "gravity, m/s²" }],
  counts: [{ name: "steps", value: 1243, meaning: "accepted" }, { name: "rejected", value: 17 }, { name: "evaluations", value: 8702 }, { name: "factorizations", value: 10011 }, { name: "projections", value: 1260 }],
  timing: { simulated: 10, wall: 0.0312, cpu: 0.0309, real_time_factor: 320.5,
            split: [{ name: "forces", seconds: 0.006 }, { name: "constraints", seconds: 0.008 }, { name: "linear algebra", seconds: 0.012 }, { name: "output", seconds: 0.004 }] },
  residuals: [{ level: "position", largest: 3.1e-15, bound: 1e-10, verdict: "pass", at: 3.2, worst: "joint rod" },
              { level: "velocity", largest: 8.8e-14, bound: 1e-8, verdict: "pass" }, { level: "acceleration", largest: 2.2e-12, bound: 1e-6, verdict: "pass" }],
  energy: energyOf([0, -2.4e-9, 0, -2.4e-9, 9.81], 2.4e-10, 1e-6, "pass"),
  solver: [{ name: "used", value: "dense" }, { name: "reason", value: "15 unknowns, fewer than 60" }, { name: "size", value: 15, meaning: "unknowns" }, { name: "nonzeros", value: 71 },
           { name: "full factorizations", value: 10011 }],
  warnings: [], events: [{ name: "lowest point", t: 0.5932 }], ...more,
});
