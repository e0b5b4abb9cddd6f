// plot.ts: one plot: canvas, lines at the present time and at the mark, legend with values, tools.
import type uPlot from "uplot";
import { button, iconButton, make, popover, setPressed, toggle } from "../dom";
import { format, seconds } from "../numbers";
import { clip } from "../sane_values";
import { onTheme } from "../theme";
import { drawCurves } from "./canvas";
import { fillChannelPicker } from "./channel_picker";
import { curvesOf, rowsIn, type Curves } from "./curves";
import { isOverTime, type PlotState } from "./plot_state";
import { plotAsCsv, plotAsSvg } from "./export";
import { type PlotHub } from "./hub";
import { Legend } from "./legend";
import { peak, spectrum } from "./spectrum";
import { fillStatistics } from "./statistics_panel";
import { savePng, saveSvg } from "../svg/save";
import { fileName } from "../dom";

const HEIGHT = 210;

export class Plot {
  readonly element = make("section", { class: "plot card" });
  private heading = make("h3");
  private holder = make("div", { class: "plot-canvas" });
  private legend: Legend;
  private note = make("p", { class: "faint plot-note" });
  private nowLine = make("div", { class: "now-line" });
  private markLine = make("div", { class: "now-line mark-line" });
  private dot = make("div", { class: "now-dot" });
  private chart: uPlot | null = null;
  private curves: Curves | null = null;
  private logButton: HTMLButtonElement;
  private resetButton: HTMLButtonElement;
  private width = 0;
  private waiting = false;
  private stop: () => void;

  constructor(readonly state: PlotState, private hub: PlotHub, readonly remove: () => void) {
    this.logButton = toggle("log", "Logarithmic vertical axis", state.logY, (on) => { state.logY = on; this.rebuild(); });
    this.resetButton = button("reset zoom", "Show the whole run (double-click)", () => hub.reset());
    this.legend = new Legend(state, hub, () => this.rebuild());
    const file = () => fileName(hub.trajectory.header.title, this.title());
    const tools = make("div", { class: "tools" },
      this.resetButton,
      popover("curves", "Choose curves", (panel) => fillChannelPicker(panel, hub.trajectory, state, () => this.rebuild()), "channels"),
      this.logButton,
      toggle("spectrum", "Amplitude spectrum", state.spectrum, (on) => { state.spectrum = on; this.rebuild(); }),
      popover("stats", "Statistics", (panel) => fillStatistics(panel, state, hub), "statistics"),
      popover("save", "Export", (panel) => {
        panel.append(button("CSV (visible samples)", "Download as CSV", () => plotAsCsv(state, hub, file()), "menu-item"),
                     button("PNG image", "Download as PNG", () => void savePng(plotAsSvg(state, hub, this.title()), file()), "menu-item"),
                     button("SVG image", "Download as SVG", () => saveSvg(plotAsSvg(state, hub, this.title()), file()), "menu-item"));
      }, "menu"),
      iconButton("M5 5l10 10M15 5L5 15", "Remove this plot", remove));
    this.element.append(make("header", {}, this.heading, tools), this.holder, this.legend.element, this.note);
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
    this.legend.build();
    if (this.width < 40 || trajectory.rows === 0) return;
    this.curves = curvesOf(state, this.hub, this.width * Math.min(2, devicePixelRatio || 1));
    this.chart = drawCurves(this.holder, { width: this.width, height: HEIGHT }, state, this.curves, { x: this.acrossLabel() }, (from, to) => {
      if (isOverTime(state)) this.hub.zoom(from, to);
    });
    this.chart.over.append(this.nowLine, this.markLine, this.dot);
    if (state.spectrum) this.showPeaks(); else this.showCursor();
  }

  private acrossLabel(): string {
    const { x, spectrum: isSpectrum } = this.state, { name, unit } = this.hub.trajectory.info(x ?? 0);
    if (isSpectrum) return "frequency in Hz";
    return x === null ? `time in ${clip(unit || "s", 12)}` : `${clip(name, 50)}${unit ? ` in ${clip(unit, 12)}` : ""}`;
  }

  private showCursor(): void {
    if (this.state.spectrum) return;
    this.legend.showValues();
    this.showNote();
    const { trajectory } = this.hub, place = trajectory.place(this.hub.cursor), chart = this.chart;
    if (!chart) return;
    const width = chart.over.clientWidth, height = chart.over.clientHeight;
    const line = (element: HTMLElement, t: number | null) => {
      const x = t === null ? NaN : Math.round(chart.valToPos(t, "x"));
      element.hidden = !isOverTime(this.state) || !(x >= 0 && x <= width);
      if (!element.hidden) element.style.transform = `translateX(${x}px)`;
    };
    line(this.nowLine, this.hub.cursor);
    line(this.markLine, this.hub.mark);
    this.nowLine.classList.toggle("hovering", this.hub.hover !== null);
    const first = this.curves?.data[0];
    let y = first ? trajectory.value(first.column, place) : NaN;
    if (this.state.logY) y = Math.abs(y);
    y = first ? chart.valToPos(y, first.right ? "right" : "left") : NaN;
    const x = this.state.x === null ? NaN : Math.round(chart.valToPos(trajectory.value(this.state.x, place), "x"));
    this.dot.hidden = !(x >= 0 && x <= width && y >= 0 && y <= height);
    if (!this.dot.hidden) this.dot.style.transform = `translate(${x}px, ${y}px)`;
  }

  private showNote(): void {
    const { trajectory, mark, cursor } = this.hub, state = this.state, envelopes = [...(state.x === null ? [] : [state.x]), ...state.y].some((k) => trajectory.isEnvelope(k));
    const words: string[] = [];
    if (state.spectrum) words.push("Amplitudes of the visible time, with a Hann window.");
    if (state.spectrum && envelopes) words.push("Samples were thinned: the spectrum is approximate.");
    if (!isOverTime(state) && !state.spectrum && envelopes) words.push("Samples were thinned: this curve of one channel versus another is approximate.");
    if (state.logY) words.push("Absolute values; zeros are omitted.");
    if (isOverTime(state) && mark !== null) words.push(`Δt = ${seconds(cursor - mark)} from the mark at ${format(mark, 6)} s${cursor === mark ? "" : `; 1/Δt = ${format(1 / Math.abs(cursor - mark), 4)} Hz`}.`);
    this.note.textContent = words.join(" ");
    this.note.hidden = words.length === 0;
  }

  private showPeaks(): void {
    const { trajectory } = this.hub, { from, to } = rowsIn(this.hub, trajectory);
    this.legend.showWords(this.state.y.map((k) => {
      const found = peak(spectrum(trajectory.time, trajectory.columns[k], from, to));
      return found ? `${format(found.amplitude, 4)}${trajectory.info(k).unit ? ` ${clip(trajectory.info(k).unit ?? "", 12)}` : ""} at ${format(found.frequency, 4)} Hz` : "–";
    }));
    this.showNote();
    this.nowLine.hidden = this.markLine.hidden = this.dot.hidden = true;
  }

  // The time under a place of the canvas; of a curve against another channel, that of its nearest point.
  timeAt(left: number, top: number): number | null {
    const chart = this.chart, curves = this.curves;
    if (!chart || !curves || this.state.spectrum) return null;
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

  // Moving shows values, a click sets the time, with Shift the mark, dragging zooms; a finger that slides sets the time.
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
      if (!still || t === null) return;
      if (event.shiftKey) this.hub.setMark(t); else this.hub.clock.set(t);
    });
    this.holder.addEventListener("dblclick", () => this.hub.reset());
  }

  shownValues(): ReturnType<Legend["shown"]> { return this.legend.shown(); }

  // Where a time lies, in pixels of the window; for tests.
  clientPlace(t: number): { x: number; y: number } | null {
    const box = this.chart?.over.getBoundingClientRect();
    return box && this.chart ? { x: box.left + this.chart.valToPos(t, "x"), y: box.top + box.height / 2 } : null;
  }
}
