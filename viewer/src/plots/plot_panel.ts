// plot_panel.ts: the column of plots.
import { button, make } from "../dom";
import { count } from "../numbers";
import { firstPlots } from "./first_plots";
import { type PlotHub } from "./hub";
import { Plot } from "./plot";

export class PlotPanel {
  readonly element = make("div", { class: "plots" });
  readonly plots: Plot[] = [];
  private end: HTMLElement;

  constructor(private hub: PlotHub) {
    const { thinned } = hub.trajectory.header;
    const add = button("+ Add a plot", "Add a plot", () => {
      const plot = this.add({ title: "", x: null, y: [], hidden: new Set(), logX: false, logY: false });
      plot.element.scrollIntoView({ block: "nearest" });
      plot.element.querySelector<HTMLButtonElement>("[aria-label='Choose curves']")?.click();
    }, "button add");
    this.end = make("div", { class: "plots-end" }, add,
      thinned ? make("p", { class: "faint", text: `${count(thinned.to)} of ${count(thinned.from)} samples are in this page: ${thinned.how}` }) : null);
    this.element.append(this.end);
    for (const state of firstPlots(hub.trajectory)) this.add(state);
  }

  add(state: Plot["state"]): Plot {
    const plot = new Plot(state, this.hub, () => { plot.close(); this.plots.splice(this.plots.indexOf(plot), 1); });
    this.plots.push(plot);
    this.element.insertBefore(plot.element, this.end);
    plot.rebuild();
    return plot;
  }
}
