// plot_state.ts: what a plot is asked to show.
export interface PlotState {
  title: string;
  x: number | null;                 // column of the horizontal axis; null: time
  y: number[];                      // columns of the curves
  hidden: Set<number>;
  logX: boolean;
  logY: boolean;
  spectrum: boolean;                // amplitudes over frequency instead of values over time
}

export const newState = (some: Partial<PlotState>): PlotState => ({ title: "", x: null, y: [], hidden: new Set(), logX: false, logY: false, spectrum: false, ...some });

export const isOverTime = (state: PlotState) => state.x === null && !state.spectrum;
