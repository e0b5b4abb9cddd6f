// plot.ts: one plot: canvas, line at the present time, legend with values, tools.
import type uPlot from "uplot";
import { button, iconButton, make, popover, setPressed, toggle } from "../dom";
import { format } from "../numbers";
import { clip } from "../sane_values";
import { onTheme, seriesColor } from "../theme";
import { drawCurves } from "./canvas";
import { fillChannelPicker } from "./channel_picker";
import { curvesOf, type Curves, type PlotState } from "./curves";
import { plotAsCsv, plotAsSvg } from "./export";
import { type PlotHub } from "./hub";
import { savePng, saveSvg } from "../svg/save";
import { fileName } from "../dom";

const HEIGHT = 210;

export class Plot {
  readonly element = make("section", { class: "plot card" });
  private heading = make("h3");
  private holder = make("div", { class: "plot-canvas" });
  private legend = make("div", { class: "legend" });
  private note = make("p", { class: "faint plot-note" });
  private nowLine = make("div", { class: "now-line" });
  private dot = make("div", { class: "now-dot" });
  private chart: uPlot | null = null;
  private curves: Curves | null = null;
  private values: HTMLElement[] = [];
  private logButton: HTMLButtonElement;
  private resetButton: HTMLButtonElement;
  private width = 0;
  private waiting = false;
  private stop: () => void;

  constructor(readonly state: PlotState, private hub: PlotHub, readonly remove: () => void) {
    this.logButton = toggle("log", "Logarithmic vertical axis", state.logY, (on) => { state.logY = on; this.rebuild(); });
    this.resetButton = button("reset zoom", "Show the whole run (double-click)", () => hub.reset());
    const file = () => fileName(hub.trajectory.header.title, this.title());
    const tools = make("div", { class: "tools" },
      this.resetButton,
      popover("curves", "Choose curves", (panel) => fillChannelPicker(panel, hub.trajectory, state, () => this.rebuild()), "channels"),
      this.logButton,
      popover("save", "Export", (panel) => {
        panel.append(button("CSV (visible samples)", "Download as CSV", () => plotAsCsv(state, hub, file()), "menu-item"),
                     button("PNG image", "Download as PNG", () => void savePng(plotAsSvg(state, hub, this.title()), file()), "menu-item"),
                     button("SVG image", "Download as SVG", () => saveSvg(plotAsSvg(state, hub, this.title()), file()), "menu-item"));
      }, "menu"),
      iconButton("M5 5l10 10M15 5L5 15", "Remove this plot", remove));
    this.element.append(make("header", {}, this.heading, tools), this.holder, this.legend, this.note);
    this.stop = hub.listen(() => this.rebuild(), () => this.showCursor());
    new ResizeObserver(() => { if (Math.abs(this.holder.clientWidth - this.width) > 1) this.rebuild(); }).observe(this.holder);
    onTheme(() => this.rebuild());
    this.listenToPointer();
  }

  close(): void {
    this.stop();
    this.chart?.destroy();
    this.element.remove();
  }

  title(): string {
    if (this.state.title) return this.state.title;
    const names = this.state.y.map((k) => this.hub.trajectory.info(k).name), against = this.state.x;
    const what = names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", ");
    return against === null ? what : `${what} versus ${this.hub.trajectory.info(against).name}`;
  }

  rebuild(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; if (this.element.isConnected) this.build(); });
  }

  private build(): void {
    const { trajectory } = this.hub, state = this.state;
    this.chart?.destroy();
    this.chart = null;
    this.width = this.holder.clientWidth;
    this.heading.textContent = clip(this.title() || "empty plot", 80);
    this.heading.title = clip(this.title(), 400);
    setPressed(this.logButton, state.logY);
    this.resetButton.hidden = !this.hub.zoomed;
    this.buildLegend();
    if (this.width < 40 || trajectory.rows === 0) return;
    this.curves = curvesOf(state, this.hub, this.width * Math.min(2, devicePixelRatio || 1));
    const across = trajectory.info(state.x ?? 0);
    const label = `${state.x === null ? "time" : clip(across.name, 50)}${across.unit ? ` in ${clip(across.unit, 12)}` : state.x === null ? " in s" : ""}`;
    this.chart = drawCurves(this.holder, { width: this.width, height: HEIGHT }, state, this.curves, { x: label }, (from, to) => {
      if (state.x === null) this.hub.zoom(from, to);
    });
    this.chart.over.append(this.nowLine, this.dot);
    const mixed = state.x !== null && [state.x, ...state.y].some((k) => trajectory.isEnvelope(k));
    this.note.textContent = mixed ? "Samples were thinned: this curve of one channel versus another is approximate." :
      state.logY ? "Absolute values; zeros are omitted." : "";
    this.note.hidden = !this.note.textContent;
    this.showCursor();
  }

  private buildLegend(): void {
    this.values = [];
    this.legend.replaceChildren(...this.state.y.map((k, order) => {
      const column = this.hub.trajectory.info(k), value = make("span", { class: "value" }), swatch = make("span", { class: "swatch" });
      swatch.style.background = seriesColor(order);
      const entry = make("button", { class: "entry", title: clip(`${column.name}: ${column.meaning || "channel"} (click to hide or show)`, 400), attributes: { type: "button", "aria-pressed": String(!this.state.hidden.has(k)) } },
        swatch, make("span", { class: "entry-name", text: clip(column.name, 48) }), value, make("span", { class: "unit", text: clip(column.unit ?? "", 12) }));
      entry.addEventListener("click", () => { if (!this.state.hidden.delete(k)) this.state.hidden.add(k); this.rebuild(); });
      this.values.push(value);
      return entry;
    }));
  }

  private showCursor(): void {
    const { trajectory } = this.hub, place = trajectory.place(this.hub.cursor);
    this.state.y.forEach((k, order) => { if (this.values[order]) this.values[order].textContent = this.valueText(k, trajectory.value(k, place)); });
    const chart = this.chart;
    if (!chart) return;
    const width = chart.over.clientWidth, height = chart.over.clientHeight;
    const across = this.state.x === null ? this.hub.cursor : trajectory.value(this.state.x, place);
    const x = Math.round(chart.valToPos(across, "x"));
    this.nowLine.hidden = this.state.x !== null || !(x >= 0 && x <= width);
    this.nowLine.style.transform = `translateX(${x}px)`;
    this.nowLine.classList.toggle("hovering", this.hub.hover !== null);
    const first = this.curves?.data[0];
    let y = first ? trajectory.value(first.column, place) : NaN;
    if (this.state.logY) y = Math.abs(y);
    y = first ? chart.valToPos(y, first.right ? "right" : "left") : NaN;
    this.dot.hidden = this.state.x === null || !(x >= 0 && x <= width && y >= 0 && y <= height);
    this.dot.style.transform = `translate(${x}px, ${y}px)`;
  }

  // What is sixteen digits below the size of its channel is rounding, not a value.
  private valueText(k: number, value: number): string {
    const { min, max } = this.hub.trajectory.info(k), size = Math.max(Math.abs(min ?? 0), Math.abs(max ?? 0));
    return value !== 0 && Math.abs(value) < 1e-14 * size ? "≈ 0" : format(value, 5);
  }

  // The time under a place of the canvas; of a curve against another channel, that of its nearest point.
  timeAt(left: number, top: number): number | null {
    const chart = this.chart, curves = this.curves;
    if (!chart || !curves) return null;
    if (this.state.x === null) return chart.posToVal(left, "x");
    let best: number | null = null, least = Infinity;
    const { thin, right } = curves.data[0] ?? { thin: { x: [], y: [] }, right: false };
    for (let i = 0; i < thin.x.length; ++i) {
      const d = (chart.valToPos(thin.x[i], "x") - left) ** 2 + (chart.valToPos(thin.y[i], right ? "right" : "left") - top) ** 2;
      if (d < least) { least = d; best = i; }
    }
    if (best === null) return null;
    const row = curves.from + Math.round((best * (curves.to - curves.from - 1)) / Math.max(1, thin.x.length - 1));
    return this.hub.trajectory.time[row];
  }

  // Moving shows values, a click sets the time, dragging zooms; a finger that slides sets the time.
  private listenToPointer(): void {
    const at = (event: PointerEvent | MouseEvent) => {
      const box = this.chart?.over.getBoundingClientRect();
      if (!box || event.clientX < box.left || event.clientX > box.right || event.clientY < box.top - 4 || event.clientY > box.bottom + 4) return null;
      return this.timeAt(event.clientX - box.left, event.clientY - box.top);
    };
    let pressed: { x: number; y: number } | null = null;
    this.holder.addEventListener("pointermove", (event) => {
      const t = at(event);
      if (event.pointerType === "mouse") this.hub.setHover(t);
      else if (t !== null && pressed) this.hub.clock.set(t);
    });
    this.holder.addEventListener("pointerleave", () => this.hub.setHover(null));
    this.holder.addEventListener("pointerdown", (event) => { pressed = { x: event.clientX, y: event.clientY }; });
    this.holder.addEventListener("click", (event) => {
      const still = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 5, t = at(event);
      pressed = null;
      if (still && t !== null) this.hub.clock.set(t);
    });
    this.holder.addEventListener("dblclick", () => this.hub.reset());
  }

  shownValues(): { name: string; text: string }[] {
    return this.state.y.map((k, order) => ({ name: this.hub.trajectory.info(k).name, text: this.values[order]?.textContent ?? "" }));
  }

  // Where a time lies, in pixels of the window; for tests.
  clientPlace(t: number): { x: number; y: number } | null {
    const box = this.chart?.over.getBoundingClientRect();
    return box && this.chart ? { x: box.left + this.chart.valToPos(t, "x"), y: box.top + box.height / 2 } : null;
  }
}
