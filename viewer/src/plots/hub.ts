// hub.ts: what all plots share: the window of time they show, the time the pointer is at, the mark, the run that is laid over this one.
import { type Clock } from "../clock";
import { type Trajectory } from "../trajectory";

export class PlotHub {
  from: number;
  to: number;
  hover: number | null = null;
  mark: number | null = null;                            // a second cursor, that differences are taken from
  overlay: { name: string; trajectory: Trajectory } | null = null;
  private windowListeners = new Set<() => void>();
  private cursorListeners = new Set<() => void>();

  constructor(readonly trajectory: Trajectory, readonly clock: Clock) {
    this.from = trajectory.start;
    this.to = trajectory.end;
    clock.onTime(() => { if (this.hover === null) this.tellCursor(); });
  }

  get zoomed(): boolean { return this.from > this.trajectory.start || this.to < this.trajectory.end; }
  get cursor(): number { return this.hover ?? this.clock.time; }

  listen(onWindow: () => void, onCursor: () => void): () => void {
    this.windowListeners.add(onWindow);
    this.cursorListeners.add(onCursor);
    return () => { this.windowListeners.delete(onWindow); this.cursorListeners.delete(onCursor); };
  }

  zoom(from: number, to: number): void {
    const { start, end } = this.trajectory;
    const least = (end - start) * 1e-7;
    if (!(to - from > least)) return;
    this.from = Math.max(start, from);
    this.to = Math.min(end, to);
    for (const act of this.windowListeners) act();
  }

  reset(): void { this.zoom(this.trajectory.start, this.trajectory.end); }

  setHover(t: number | null): void {
    this.hover = t;
    this.tellCursor();
  }

  setMark(t: number | null): void {
    this.mark = t;
    this.tellCursor();
  }
  toggleMark(): void { this.setMark(this.mark === null ? this.cursor : null); }

  setOverlay(overlay: PlotHub["overlay"]): void {
    this.overlay = overlay;
    for (const act of this.windowListeners) act();
  }

  private tellCursor(): void { for (const act of this.cursorListeners) act(); }
}
