// views.ts: the camera: where it looks from, perspective or orthographic, orbit, pan, zoom.
//
//   3d           obliquely from above
//   chase, side  from behind, from the right of what is followed; they turn with it (follower.ts)
//   top          against the vertical
//   xy, xz, yz   a coordinate plane
import { Box3, OrthographicCamera, PerspectiveCamera, Vector3, MOUSE, TOUCH } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { type Vec3 } from "../data";
import { type Extent } from "./extent";

export const VIEWS = ["3d", "chase", "side", "top", "xy", "xz", "yz"] as const;
export type View = (typeof VIEWS)[number];

const PLANES: Partial<Record<View, { from: Vec3; up: Vec3 }>> = {
  xy: { from: [0, 0, 1], up: [0, 1, 0] },
  xz: { from: [0, -1, 0], up: [0, 0, 1] },
  yz: { from: [1, 0, 0], up: [0, 0, 1] },
};
const HALF_FIELD = (17.5 * Math.PI) / 180;

export const isPlane = (view: View) => view in PLANES;
export const turnsAlong = (view: View) => view === "chase" || view === "side";

// What the camera can be restored from: relative to an origin and turned back by an angle about the vertical.
export interface CameraState { offset: Vec3; target: Vec3; height: number }

export class Views {
  view: View;
  camera!: PerspectiveCamera | OrthographicCamera;
  controls!: OrbitControls;
  touched = false;                                        // by the reader: then a new window size does not move it
  angle = 0;                                              // of what is followed, about the vertical
  private aspect = 1;
  private height = 1;                                     // of the orthographic view, m

  constructor(private element: HTMLElement, private extent: Extent, private up: Vector3, view: View, private changed: () => void, private settled: () => void) {
    this.view = view;
    this.show(view);
  }

  get orthographic(): boolean { return this.camera instanceof OrthographicCamera; }
  get target(): Vector3 { return this.controls.target; }

  show(view: View, orthographic = isPlane(view)): void {
    this.view = view;
    this.makeCamera(orthographic);
    this.fit();
    this.touched = false;
  }

  // The same view in the other projection, what is in the middle as large as before.
  setOrthographic(on: boolean): void {
    if (on === this.orthographic) return;
    const offset = this.camera.position.clone().sub(this.target), target = this.target.clone(), tall = this.visibleHeight();
    this.makeCamera(on);
    this.stand(target, offset.normalize(), tall);
  }

  private makeCamera(orthographic: boolean): void {
    this.controls?.dispose();
    this.camera = orthographic ? new OrthographicCamera() : new PerspectiveCamera((2 * HALF_FIELD * 180) / Math.PI);
    const flat = isPlane(this.view) || this.view === "top";
    this.camera.up.copy(this.screenUp());
    this.controls = new OrbitControls(this.camera, this.element);
    this.controls.enableRotate = !flat;
    this.controls.screenSpacePanning = true;
    this.controls.zoomToCursor = this.zoomsToPointer;
    if (flat) {
      this.controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
      this.controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    }
    this.controls.addEventListener("start", () => { this.touched = true; });
    this.controls.addEventListener("change", this.changed);
    this.controls.addEventListener("end", this.settled);
  }

  // What is followed stays in the middle: the wheel then zooms on it and not on the ground under the pointer.
  private zoomsToPointer = true;
  zoomToPointer(on: boolean): void { this.zoomsToPointer = this.controls.zoomToCursor = on; }

  // All of these points in view, with a margin, below what covers a share of the picture at its top.
  fit(points: Vector3[] = this.extent.places, covered = 0): void {
    const box = new Box3().setFromPoints(points), target = box.getCenter(new Vector3()), direction = this.direction();
    const right = new Vector3().crossVectors(this.screenUp(), direction).normalize(), up = new Vector3().crossVectors(direction, right);
    for (const axis of [right, up]) {                       // to the middle of what is seen
      const along = points.map((p) => p.dot(axis) - target.dot(axis));
      target.addScaledVector(axis, (along.reduce((a, b) => Math.min(a, b), 0) + along.reduce((a, b) => Math.max(a, b), 0)) / 2);
    }
    const tan = Math.tan(HALF_FIELD), least = 0.1 * box.getSize(new Vector3()).length() + 1e-6, from = new Vector3();
    let tall = least, distance = least;
    for (const point of points) {
      from.copy(point).sub(target);
      const across = 1.18 * Math.abs(from.dot(right)), upward = 1.22 * Math.abs(from.dot(up)), towards = from.dot(direction);
      tall = Math.max(tall, 2 * upward, (2 * across) / this.aspect);
      distance = Math.max(distance, towards + upward / tan, towards + across / (tan * this.aspect));
    }
    const visible = (this.orthographic ? tall : 2 * distance * tan) / (1 - covered);
    this.stand(target.addScaledVector(up, (visible * covered) / 2), direction, visible);
  }

  // At such a distance that `tall` meters are visible around the target.
  private stand(target: Vector3, direction: Vector3, tall: number): void {
    this.height = tall;
    this.camera.zoom = 1;
    this.camera.position.copy(target).addScaledVector(direction, tall / 2 / Math.tan(HALF_FIELD));
    this.target.copy(target);
    this.resize(this.aspect);
    this.controls.update();
    this.changed();
  }

  private visibleHeight(): number {
    return this.orthographic ? this.height / this.camera.zoom : 2 * this.camera.position.distanceTo(this.target) * Math.tan(HALF_FIELD);
  }

  look(position: Vec3, target: Vec3): void {
    const offset = new Vector3(...position).sub(new Vector3(...target));
    this.touched = true;
    this.stand(new Vector3(...target), offset.clone().normalize(), 2 * offset.length() * Math.tan(HALF_FIELD));
  }

  state(origin: Vector3): CameraState {
    const back = (v: Vector3) => v.applyAxisAngle(this.up, -this.angle).toArray() as Vec3;
    return { offset: back(this.camera.position.clone().sub(this.target)), target: back(this.target.clone().sub(origin)), height: this.visibleHeight() };
  }

  restore({ offset, target, height }: CameraState, origin: Vector3): void {
    const there = (v: Vec3) => new Vector3(...v).applyAxisAngle(this.up, this.angle);
    this.touched = true;
    this.stand(there(target).add(origin), there(offset).normalize(), height);
  }

  // Forward of what is followed, horizontal.
  private forward(): Vector3 { return reference(this.up).applyAxisAngle(this.up, this.angle); }

  private direction(): Vector3 {
    const plane = PLANES[this.view];
    if (plane) return new Vector3(...plane.from);
    if (this.view === "top") return this.up.clone();
    if (this.view === "chase") return this.forward().negate().addScaledVector(this.up, 0.35).normalize();
    if (this.view === "side") return this.forward().cross(this.up).normalize();
    const side = Math.abs(this.up.z) > 0.9 ? new Vector3(0.75, -1, 0) : Math.abs(this.up.y) > 0.9 ? new Vector3(0.6, 0, 1) : new Vector3(0, 0.6, 1);
    return side.normalize().addScaledVector(this.up, 0.42).normalize();
  }

  private screenUp(): Vector3 {
    const plane = PLANES[this.view];
    if (plane) return new Vector3(...plane.up);
    return this.view === "top" ? this.up.clone().cross(reference(this.up)).normalize() : this.up.clone();
  }

  resize(aspect: number): void {
    this.aspect = aspect;
    if (this.camera instanceof OrthographicCamera) {
      this.camera.top = this.height / 2;
      this.camera.bottom = -this.height / 2;
      this.camera.right = (this.height * aspect) / 2;
      this.camera.left = -this.camera.right;
    } else {
      this.camera.aspect = aspect;
    }
    this.clip();
  }

  // Near and far planes around everything there is, for the present distance.
  clip(): void {
    const distance = Math.max(1e-9, this.camera.position.distanceTo(this.target)), reach = 3 * this.extent.box.getSize(new Vector3()).length() + 4 * distance;
    this.camera.near = this.orthographic ? distance - reach : distance / 100;
    this.camera.far = distance + reach;
    this.camera.updateProjectionMatrix();
  }

  // Camera and target travel with what is followed, and turn with it in the views that do.
  travel(by: Vector3, angle: number): void {
    const turn = turnsAlong(this.view) ? angle - this.angle : 0;
    this.angle = angle;
    if (by.lengthSq() === 0 && turn === 0) return;
    this.camera.position.add(by);
    this.target.add(by);
    if (turn !== 0) {
      this.camera.position.sub(this.target).applyAxisAngle(this.up, turn).add(this.target);
      this.camera.lookAt(this.target);
    }
    this.camera.updateMatrixWorld();
  }

  zoomBy(factor: number): void {
    if (this.orthographic) this.camera.zoom *= factor;
    else this.camera.position.sub(this.target).divideScalar(factor).add(this.target);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.touched = true;
    this.changed();
    this.settled();
  }
}

// The horizontal direction that angles about the vertical are measured from: x, where x is not the vertical.
export function reference(up: Vector3): Vector3 {
  const from = Math.abs(up.x) > 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
  return from.addScaledVector(up, -from.dot(up)).normalize();
}
