// views.ts: the camera: perspective from an oblique direction, or a plane seen at right angles; orbit, pan, zoom, follow.
import { OrthographicCamera, PerspectiveCamera, Sphere, Vector3, MOUSE, TOUCH, type Box3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { type Vec3 } from "../data";

export type View = "3d" | "xy" | "xz" | "yz";

const DIRECTIONS: Record<View, { from: Vec3; up: Vec3 }> = {
  "3d": { from: [0, 0, 1], up: [0, 0, 1] },              // replaced by what fits the vertical
  xy: { from: [0, 0, 1], up: [0, 1, 0] },
  xz: { from: [0, -1, 0], up: [0, 0, 1] },
  yz: { from: [1, 0, 0], up: [0, 0, 1] },
};

export class Views {
  view: View;
  camera: PerspectiveCamera | OrthographicCamera;
  controls!: OrbitControls;
  touched = false;                                        // by the reader: then a new window size does not move it
  private aspect = 1;
  private height = 1;                                     // of the orthographic view, m
  private target = new Vector3();

  constructor(private element: HTMLElement, private box: Box3, private up: Vector3, view: View, private changed: () => void) {
    this.view = view;
    this.camera = new PerspectiveCamera();
    this.show(view);
  }

  show(view: View): void {
    this.view = view;
    this.controls?.dispose();
    const plane = view !== "3d";
    this.camera = plane ? new OrthographicCamera() : new PerspectiveCamera(35);
    const { up } = DIRECTIONS[view];
    this.camera.up.copy(plane ? new Vector3(...up) : this.up);
    this.controls = new OrbitControls(this.camera, this.element);
    this.controls.enableRotate = !plane;
    this.controls.screenSpacePanning = true;
    this.controls.zoomToCursor = true;
    if (plane) {
      this.controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
      this.controls.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    }
    this.fit();
    this.touched = false;
    this.controls.addEventListener("start", () => { this.touched = true; });
    this.controls.addEventListener("change", this.changed);
  }

  // All of the motion in view, with a margin.
  fit(box = this.box): void {
    const ball = box.getBoundingSphere(new Sphere()), radius = Math.max(1e-6, ball.radius);
    const direction = this.view === "3d" ? this.oblique() : new Vector3(...DIRECTIONS[this.view].from);
    this.target.copy(ball.center);
    if (this.camera instanceof OrthographicCamera) {
      const size = box.getSize(new Vector3());
      const across = size[this.view[0] as "x"], tall = size[this.view[1] as "y"];
      this.height = 1.22 * Math.max(tall, across / this.aspect, 0.2 * radius);
      this.camera.zoom = 1;
      this.camera.position.copy(ball.center).addScaledVector(direction, 20 * radius);
    } else {
      this.camera.position.copy(ball.center).addScaledVector(direction, this.distanceFor(box, ball.center, direction));
    }
    this.place(ball.center, radius);
  }

  // From how far away all corners of the box are within the picture.
  private distanceFor(box: Box3, center: Vector3, direction: Vector3): number {
    const tall = Math.tan(((this.camera as PerspectiveCamera).fov * Math.PI) / 360), wide = tall * this.aspect;
    const right = new Vector3().crossVectors(this.camera.up, direction).normalize(), up = new Vector3().crossVectors(direction, right);
    let distance = 1e-6;
    for (let k = 0; k < 8; ++k) {
      const corner = new Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z).sub(center);
      const towards = corner.dot(direction);
      distance = Math.max(distance, towards + (1.18 * Math.abs(corner.dot(right))) / wide, towards + (1.22 * Math.abs(corner.dot(up))) / tall);
    }
    return distance;
  }

  look(position: Vec3, target: Vec3): void {
    this.camera.position.set(...position);
    this.target.set(...target);
    this.touched = true;
    this.place(this.target, this.camera.position.distanceTo(this.target) / 3);
  }

  private place(target: Vector3, radius: number): void {
    this.camera.near = radius / 50;
    this.camera.far = radius * 400;
    this.controls.target.copy(target);
    this.resize(this.aspect);
    this.controls.update();
    this.changed();
  }

  private oblique(): Vector3 {
    const side = Math.abs(this.up.z) > 0.9 ? new Vector3(0.75, -1, 0) : Math.abs(this.up.y) > 0.9 ? new Vector3(0.6, 0, 1) : new Vector3(0, 0.6, 1);
    return side.normalize().addScaledVector(this.up, 0.42).normalize();
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
    this.camera.updateProjectionMatrix();
  }

  // Camera and target travel with what is followed.
  shift(by: Vector3): void {
    if (by.lengthSq() === 0) return;
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.camera.updateMatrixWorld();
  }

  zoomBy(factor: number): void {
    if (this.camera instanceof OrthographicCamera) this.camera.zoom *= factor;
    else this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.changed();
  }
}
