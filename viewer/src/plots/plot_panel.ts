// plot_panel.ts: the column of plots.
import { button, make } from "../dom";
import { count } from "../numbers";
import { bodyPlot, firstPlots } from "./first_plots";
import { newState } from "./plot_state";
import { type PlotHub } from "./hub";
import { Plot } from "./plot";

export class PlotPanel {
  readonly element = make("div", { class: "plots" });
  readonly plots: Plot[] = [];
  readonly end: HTMLElement;

  constructor(private hub: PlotHub) {
    const { thinned } = hub.trajectory.header;
    const add = button("+ Add a plot", "Add a plot", () => {
      const plot = this.add(newState({}));
      plot.element.scrollIntoView({ block: "nearest" });
      plot.element.querySelector<HTMLButtonElement>("[aria-label='Choose curves']")?.click();
    }, "button add");
    this.end = make("div", { class: "plots-end" }, add,
      thinned ? make("p", { class: "faint", text: `${count(thinned.to)} of ${count(thinned.from)} samples are in this page: ${thinned.how}` }) : null);
    this.element.append(this.end);
    for (const state of firstPlots(hub.trajectory)) this.add(state);
  }

  add(state: Plot["state"], before: HTMLElement = this.end): Plot {
    const plot = new Plot(state, this.hub, () => { plot.close(); this.plots.splice(this.plots.indexOf(plot), 1); });
    this.plots.splice(before === this.end ? this.plots.length : 0, 0, plot);
    this.element.insertBefore(plot.element, before);
    plot.rebuild();
    return plot;
  }

  // The motion of a body, on top of the others. The next body takes its place unless its curves were changed.
  showBody(name: string): void {
    const state = bodyPlot(this.hub.trajectory, name);
    if (state.y.length === 0) return;
    if (this.ofBody && this.plots.includes(this.ofBody.plot) && this.ofBody.plot.state.y.join() === this.ofBody.shown) this.ofBody.plot.remove();
    const plot = this.add(state, this.element.firstElementChild as HTMLElement);
    this.ofBody = { plot, shown: state.y.join() };
    plot.element.scrollIntoView({ block: "nearest" });
  }
  private ofBody: { plot: Plot; shown: string } | null = null;
}
