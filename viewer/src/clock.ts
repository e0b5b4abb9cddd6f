// clock.ts: the time that animation, plots and slider share.
export class Clock {
  private now: number;
  private running = false;
  private last = 0;
  private listeners: ((t: number) => void)[] = [];
  private stateListeners: (() => void)[] = [];
  loop = true;

  constructor(readonly start: number, readonly end: number, public speed: number) {
    this.now = start;
  }

  get time(): number { return this.now; }
  get playing(): boolean { return this.running; }

  onTime(act: (t: number) => void): void { this.listeners.push(act); }
  onState(act: () => void): void { this.stateListeners.push(act); }

  set(t: number): void {
    this.now = Math.min(this.end, Math.max(this.start, Number.isFinite(t) ? t : this.start));
    for (const act of this.listeners) act(this.now);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    for (const act of this.stateListeners) act();
  }

  play(): void {
    if (this.running || this.end <= this.start) return;
    if (this.now >= this.end) this.set(this.start);
    this.running = true;
    this.last = performance.now();
    requestAnimationFrame((at) => this.tick(at));
    for (const act of this.stateListeners) act();
  }

  pause(): void {
    if (!this.running) return;
    this.running = false;
    for (const act of this.stateListeners) act();
  }

  toggle(): void { if (this.running) this.pause(); else this.play(); }

  private tick(at: number): void {
    if (!this.running) return;
    const passed = Math.min(0.25, Math.max(0, (at - this.last) / 1000));    // a hidden page comes back without a jump
    this.last = at;
    let next = this.now + passed * this.speed;
    if (next >= this.end) {
      next = this.loop ? this.start + ((next - this.start) % (this.end - this.start)) : this.end;
      if (!this.loop) this.pause();
    }
    this.set(next);
    if (this.running) requestAnimationFrame((then) => this.tick(then));
  }
}

// Simulated seconds per second, from a short list, so that a run takes about ten seconds to watch.
export const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000];
export function fittingSpeed(duration: number): number {
  if (duration >= 2 && duration <= 30) return 1;
  const wanted = duration / 10;
  return SPEEDS.reduce((best, s) => (Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best), 1);
}
