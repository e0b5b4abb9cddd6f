// stage.ts: canvas, lights and camera around the mechanism. Draws only when something has changed.
import { Color, DirectionalLight, HemisphereLight, Scene, Vector3, WebGLRenderer, type LineSegments } from "three";
import { type Body, type Defaults, type Model, type Vec3 } from "../data";
import { make } from "../dom";
import { ink, onTheme, theme } from "../theme";
import { type Trajectory } from "../trajectory";
import { corners, extentOf, type Extent } from "./extent";
import { gridLines, type Plane } from "./grid";
import { Follower } from "./follower";
import { Ghost } from "./ghost";
import { Labels } from "./labels";
import { Mechanism } from "./mechanism";
import { traceables } from "./traces";
import { Triad } from "./triad";
import { isPlane, Views, type View } from "./views";

export class Stage {
  readonly element = make("div", { class: "stage" });
  readonly canvas: HTMLCanvasElement;
  readonly mechanism: Mechanism;
  readonly views: Views;
  readonly labels: Labels;
  readonly extent: Extent;
  private triad = new Triad();
  ghost: Ghost | null = null;
  private follower: Follower;
  private settledListeners: (() => void)[] = [];
  private renderer: WebGLRenderer;
  private scene = new Scene();
  private light = new DirectionalLight(0xffffff, 2.2);
  private sky = new HemisphereLight(0xffffff, 0x9aa4b0, 1.6);
  private grid: LineSegments | null = null;
  private gridShown = true;
  private waiting = false;
  private t: number;
  private up: Vector3;

  constructor(readonly model: Model, private trajectory: Trajectory, defaults: Defaults) {
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: "low-power" });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio || 1));
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("aria-label", "Animation");
    this.t = trajectory.start;
    this.extent = extentOf(model, trajectory);
    this.mechanism = new Mechanism(model, trajectory, this.extent.size, this.extent.detail);
    this.up = vertical(model);
    this.scene.add(this.mechanism.object, this.sky, this.light, this.light.target);
    const plane = typeof model.planar === "string" ? model.planar : null;
    this.follower = new Follower(this.mechanism, trajectory, this.up, this.extent.moving);
    this.views = new Views(this.canvas, this.extent, this.up, defaults.camera?.view ?? plane ?? "3d", () => this.draw(), () => this.settled());
    this.labels = new Labels(model.bodies.filter((body) => body.kind !== "ground").map((body) => ({ name: body.name, place: (p: Vector3) => this.mechanism.center(body.name, p) })));
    this.element.append(this.canvas, this.labels.element, this.triad.element);
    const named = new Set(defaults.traces ?? []);
    for (const trace of named.size ? traceables(model) : []) if (named.has(trace.name)) this.mechanism.traces.set(trace, true);
    new ResizeObserver(() => this.resize()).observe(this.element);
    onTheme(() => this.dress());
    this.dress();
    this.resize();
    this.follow(defaults.follow ?? this.traveler());
    this.show(this.t);
    if (defaults.camera?.position && defaults.camera.target && this.views.view === "3d") this.views.look(defaults.camera.position, defaults.camera.target);
    else this.home();
    this.show(this.t);
  }

  show(t: number): void {
    this.t = t;
    this.mechanism.update(this.trajectory.place(t));
    this.ghost?.show(t);
    if (this.follower.name) this.views.travel(this.follower.moved(), this.follower.angle(t));
    this.draw();
  }

  refresh(): void { this.show(this.t); }

  // Another run of the model, drawn translucent at the same time; one without a model cannot be drawn.
  setGhost(run: Trajectory | null): void {
    if (this.ghost) this.scene.remove(this.ghost.object);
    this.ghost = run?.header.model ? new Ghost(run, this.extent) : null;
    this.ghost?.setDeformation(this.mechanism.deformation.scale);
    if (this.ghost) this.scene.add(this.ghost.object);
    this.refresh();
  }

  setDeformation(scale: number): void {
    for (const each of [this.mechanism, this.ghost]) each?.setDeformation(scale);
    this.refresh();
  }

  setView(view: View, orthographic = isPlane(view)): void {
    this.views.show(view, orthographic);
    this.dress();
    this.resize();
    this.home();
    this.settled();
  }

  setOrthographic(on: boolean): void {
    this.views.setOrthographic(on);
    this.settled();
  }

  // Everything in view; if a body is followed, that body and what hangs on it.
  home(): void {
    const tools = this.element.querySelector<HTMLElement>(".stage-tools"), covered = tools ? Math.min(0.3, (tools.offsetTop + tools.offsetHeight) / Math.max(1, this.canvas.clientHeight)) : 0;
    if (this.follower.name) this.views.fit(corners(this.follower.frame(this.views.view))); else this.views.fit(undefined, covered);
    this.views.touched = false;
  }

  // The heaviest body of a model that travels so far that nobody would see it in a view of all of its way.
  private traveler(): string | null {
    const way = this.extent.box.max.distanceTo(this.extent.box.min), ground = new Set(this.model.bodies.filter((body) => body.kind === "ground").map((body) => body.name));
    const ties = [...(this.model.joints ?? []), ...(this.model.springs ?? []).filter((spring) => spring.type !== "road_spring")];
    const tied = ties.some(({ P, Q }) => ground.has(P?.body ?? "") || ground.has(Q?.body ?? ""));
    return way > 3 * this.extent.moving && !tied && !this.model.planar ? heaviest(this.model.bodies.filter((body) => typeof body.pose === "number")) : null;
  }

  follow(name: string | null): void {
    this.follower.set(name);
    this.views.zoomToPointer(this.follower.name === null);
    if (this.follower.name) this.views.travel(new Vector3(), this.follower.angle(this.t));
  }
  get followed(): string | null { return this.follower.name; }
  get followedPlace(): Vector3 { return this.follower.name ? this.follower.place : new Vector3(); }

  // The reader has let go of the camera or chosen something.
  onSettled(act: () => void): void { this.settledListeners.push(act); }
  settled(): void { for (const act of this.settledListeners) act(); }

  setGrid(on: boolean): void {
    this.gridShown = on;
    this.dress();
  }
  get gridOn(): boolean { return this.gridShown; }
  get gridStep(): number { return Number(this.grid?.userData.step ?? 0); }

  private dress(): void {
    this.scene.background = new Color(ink().stage);
    this.sky.intensity = theme() === "dark" ? 1.25 : 1.7;
    if (this.grid) this.scene.remove(this.grid);
    this.grid = null;
    if (this.gridShown) {
      const box = this.extent.box, view = this.views.view;
      const axis = Math.abs(this.up.x) > 0.9 ? "x" : Math.abs(this.up.y) > 0.9 ? "y" : "z";
      const paper = isPlane(view), plane: Plane = paper ? (view as Plane) : axis === "z" ? "xy" : axis === "y" ? "xz" : "yz";
      const w = (["x", "y", "z"] as const).find((a) => !plane.includes(a))!;
      const behind = plane === "xz" && paper ? box.max[w] + 0.2 * this.extent.size : box.min[w] - (paper ? 0.2 : 0.04) * this.extent.size;
      this.grid = gridLines(plane, box, this.extent.size, behind);
      this.scene.add(this.grid);
    }
    this.mechanism.recolor();
    this.draw();
  }

  private resize(): void {
    const width = Math.max(1, this.element.clientWidth), height = Math.max(1, this.element.clientHeight);
    this.renderer.setSize(width, height);
    this.views.resize(width / height);
    if (this.views.touched) this.drawNow(); else { this.home(); this.drawNow(); }
  }

  draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.drawNow(); });
  }

  drawNow(): void {
    const camera = this.views.camera;
    this.views.clip();
    this.light.position.copy(camera.position).addScaledVector(this.up, 0.6 * camera.position.distanceTo(this.views.controls.target));
    this.light.target.position.copy(this.views.controls.target);
    this.renderer.render(this.scene, camera);
    this.labels.update(camera, this.canvas.clientWidth, this.canvas.clientHeight);
    this.triad.update(camera);
  }

  // In CSS pixels of the canvas, from its upper left corner.
  project(name: string, at: Vec3): { x: number; y: number } | null {
    return this.mechanism.pose(name) ? this.pixels(this.mechanism.world({ body: name, at }, new Vector3())) : null;
  }

  markerPlace(name: string): { world: number[]; x: number; y: number } | null {
    const found = traceables(this.model).find((trace) => trace.name === name);
    if (!found) return null;
    const world = this.mechanism.world({ body: found.body.name, at: found.at, displacement: found.displacement }, new Vector3());
    return { world: world.toArray(), ...this.pixels(world) };
  }

  private pixels(world: Vector3): { x: number; y: number } {
    this.views.camera.updateMatrixWorld();
    const p = world.clone().project(this.views.camera);
    return { x: ((p.x + 1) * this.canvas.clientWidth) / 2, y: ((1 - p.y) * this.canvas.clientHeight) / 2 };
  }

  // The rectangle around the box of a body's shape, in the same pixels.
  screenBox(name: string): { left: number; right: number; top: number; bottom: number } | null {
    const bounds = this.mechanism.bounds(name);
    if (bounds.isEmpty() || !this.mechanism.pose(name)) return null;
    const seen = corners(bounds).map((corner) => this.project(name, corner.toArray() as Vec3)!), xs = seen.map((c) => c.x), ys = seen.map((c) => c.y);
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }
}

export function heaviest(bodies: Body[]): string | null {
  return bodies.reduce<Body | null>((most, body) => (most && (most.mass ?? 0) >= (body.mass ?? 0) ? most : body), null)?.name ?? null;
}

function vertical(model: Model): Vector3 {
  const g = new Vector3(...(model.gravity ?? [0, 0, 0]));
  if (g.length() > 0) return g.normalize().negate();
  return model.planar === "xy" ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
}
