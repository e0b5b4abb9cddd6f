// for_tests.ts: window.daedalus: what tests and curious readers can ask the page from the console.
import { type Vec3 } from "./data";
import { type RunPage } from "./run_page";

export function exposeForTests(run: RunPage | null): void {
  const api = run === null ? { kind: "study" } : {
    kind: "run",
    time: () => run.clock.time,
    setTime: (t: number) => { run.clock.set(t); run.stage?.drawNow(); },
    play: () => run.clock.play(),
    pause: () => run.clock.pause(),
    playing: () => run.clock.playing,
    speed: () => run.clock.speed,
    canvas: () => run.stage?.canvas ?? null,
    view: () => run.stage?.views.view ?? null,
    orthographic: () => run.stage?.views.orthographic ?? false,
    following: () => run.stage?.followed ?? null,
    selected: () => run.tools?.selection.name ?? null,
    gridShown: () => run.stage?.gridOn ?? false,
    // Of the origin of the body's frame, or of a point given in it; CSS pixels of the canvas from its upper left corner.
    projected: (name: string, at: Vec3 = [0, 0, 0]) => run.stage?.project(name, at) ?? null,
    // Of the shape of a body, in the same pixels.
    screenBox: (name: string) => run.stage?.screenBox(name) ?? null,
    // Of the same shape, in the frame of the body.
    bodyBounds: (name: string) => { const box = run.stage?.mechanism.bounds(name); return box && !box.isEmpty() ? { min: box.min.toArray(), max: box.max.toArray() } : null; },
    bodyPose: (name: string) => {
      const pose = run.stage?.mechanism.pose(name);
      return pose ? { position: pose.position.toArray(), quaternion: [pose.quaternion.w, pose.quaternion.x, pose.quaternion.y, pose.quaternion.z] } : null;
    },
    // Where a marker, "rod.middle", is drawn; in world axes, and in pixels as above.
    markerPlace: (name: string) => run.stage?.markerPlace(name) ?? null,
    deformation: () => run.stage?.mechanism.deformation.scale ?? 1,
    ghostPose: (name: string) => run.stage?.ghost?.pose(name)?.position.toArray() ?? null,
    mark: () => run.hub.mark,
    samples: () => run.trajectory.rows,
    plots: () => run.panel.plots.map((plot) => ({ title: plot.title(), values: plot.shownValues() })),
    plotPlace: (index: number, t: number) => run.panel.plots[index]?.clientPlace(t) ?? null,
  };
  Object.defineProperty(window, "daedalus", { value: api });
  document.documentElement.dataset.ready = "true";
}
