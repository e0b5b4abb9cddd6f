// ghost.ts: the bodies of another run of the same model, translucent.
import { Material, Mesh, type LineSegments, type Object3D } from "three";
import { type Trajectory } from "../trajectory";
import { type Extent } from "./extent";
import { Mechanism } from "./mechanism";

export class Ghost {
  private mechanism: Mechanism;

  constructor(private trajectory: Trajectory, extent: Extent) {
    this.mechanism = new Mechanism(trajectory.header.model!, trajectory, extent.size, extent.detail);
    for (const body of trajectory.header.model!.bodies) if (typeof body.pose !== "number") this.mechanism.setVisible(body.name, false);     // the same in both
    for (const part of [...this.mechanism.joints, ...this.mechanism.springs]) part.visible = false;
    this.mechanism.object.traverse((part) => {
      const { material } = part as Mesh | LineSegments;
      if (!(material instanceof Material)) return;
      const faint = material.clone();
      Object.assign(faint, { transparent: true, opacity: 0.28, depthWrite: false });
      (part as Mesh).material = faint;
      part.renderOrder = 3;
    });
  }

  get object(): Object3D { return this.mechanism.object; }
  pose(name: string) { return this.mechanism.pose(name); }
  setDeformation(scale: number): void { this.mechanism.setDeformation(scale); }
  show(t: number): void { this.mechanism.update(this.trajectory.place(t)); }
}
