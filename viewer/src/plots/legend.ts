// legend.ts: the curves of a plot by name, with their values at the cursor, from the mark, and of the run that is laid over.
import { make } from "../dom";
import { format } from "../numbers";
import { clip } from "../sane_values";
import { seriesColor } from "../theme";
import { type Trajectory } from "../trajectory";
import { type PlotState } from "./plot_state";
import { type PlotHub } from "./hub";

export class Legend {
  readonly element = make("div", { class: "legend" });
  private values: { own: HTMLElement; over: HTMLElement; difference: HTMLElement }[] = [];

  constructor(private state: PlotState, private hub: PlotHub, private changed: () => void) {}

  build(): void {
    this.values = [];
    this.element.replaceChildren(...this.state.y.map((k, order) => {
      const column = this.hub.trajectory.info(k), swatch = make("span", { class: "swatch" });
      const value = { own: make("span", { class: "value" }), over: make("span", { class: "value over" }), difference: make("span", { class: "value difference" }) };
      swatch.style.background = seriesColor(order);
      const entry = make("button", { class: "entry", title: clip(`${column.name}: ${column.meaning || "channel"} (click to hide or show)`, 400), attributes: { type: "button", "aria-pressed": String(!this.state.hidden.has(k)) } },
        swatch, make("span", { class: "entry-name", text: clip(column.name, 48) }), value.own, make("span", { class: "unit", text: this.state.spectrum ? "" : clip(column.unit ?? "", 12) }), value.over, value.difference);
      entry.addEventListener("click", () => { if (!this.state.hidden.delete(k)) this.state.hidden.add(k); this.changed(); });
      this.values.push(value);
      return entry;
    }));
  }

  showValues(): void {
    const { trajectory, overlay, mark, cursor } = this.hub;
    const at = (run: Trajectory, t: number, k: number) => run.value(k, run.place(t));
    this.state.y.forEach((k, order) => {
      const value = this.values[order];
      if (!value) return;
      const now = at(trajectory, cursor, k), there = overlay?.trajectory.find(trajectory.info(k).name);
      value.own.textContent = this.text(k, now);
      value.over.textContent = overlay && there !== undefined ? `(${this.text(k, at(overlay.trajectory, cursor, there))})` : "";
      value.difference.textContent = mark === null ? "" : `Δ ${this.text(k, now - at(trajectory, mark, k))}`;
    });
  }

  // Instead of values, in the order of the curves.
  showWords(words: string[]): void {
    this.values.forEach((value, order) => { value.own.textContent = words[order] ?? ""; value.over.textContent = value.difference.textContent = ""; });
  }

  shown(): { name: string; text: string; over: string; difference: string }[] {
    return this.state.y.map((k, order) => {
      const value = this.values[order];
      return { name: this.hub.trajectory.info(k).name, text: value?.own.textContent ?? "", over: value?.over.textContent ?? "", difference: value?.difference.textContent ?? "" };
    });
  }

  // What is sixteen digits below the size of its channel is rounding, not a value.
  private text(k: number, value: number): string {
    const { min, max } = this.hub.trajectory.info(k), size = Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0));
    return value !== 0 && Math.abs(value) < 1e-14 * size ? "≈ 0" : format(value, 5);
  }
}
