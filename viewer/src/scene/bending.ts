// bending.ts: flexible bodies. Modal coordinates η move the place s of a body, in its frame, to  s + f Φ(s) η  with a factor f for the eye.
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshStandardMaterial, Vector3 } from "three";
import { type Flexible, type Vec3 } from "../data";
import { type Place, type Trajectory } from "../trajectory";

export interface Deformation { scale: number }              // the same for all bodies

export class Bending {
  private eta: number[];

  constructor(readonly flexible: Flexible, private trajectory: Trajectory, private deformation: Deformation) {
    this.eta = flexible.modes.map(() => 0);
  }

  update(place: Place): void {
    for (let k = 0; k < this.eta.length; ++k) this.eta[k] = this.trajectory.value(this.flexible.first + k, place) || 0;
  }

  // Of a place of the body, at the last update.
  displace(displacement: Vec3[] | undefined, p: Vector3, scale = this.deformation.scale): Vector3 {
    displacement?.forEach(([x, y, z], k) => { const by = scale * this.eta[k]; p.x += by * x; p.y += by * y; p.z += by * z; });
    return p;
  }

  // The largest displacement of the run as a share of the length of the body.
  largest(): number {
    const places = this.flexible.stations.map((station) => new Vector3(...station.at)), length = Math.max(...places.map((p) => p.distanceTo(places[0])));
    let most = 0;
    for (const row of this.trajectory.someRows(400)) {
      this.update({ row, share: 0 });
      for (const { displacement } of this.flexible.stations) most = Math.max(most, this.displace(displacement, new Vector3(), 1).length());
    }
    this.update({ row: 0, share: 0 });
    return length > 0 ? most / length : 0;
  }
}

// True to scale where it can be seen, half a percent of a body's length; otherwise enlarged to a few percent, by a tidy factor.
export function visibleScale(largest: number): number {
  if (!(largest > 1e-15) || largest >= 0.005) return 1;
  const factor = 0.04 / largest, power = 10 ** Math.floor(Math.log10(factor));
  return [5, 2, 1].map((f) => f * power).find((f) => f <= factor)!;
}

// A bar through the stations with a rectangular section that stays at right angles to it.
export class BentBar {
  readonly object: Mesh;
  private positions: BufferAttribute;
  private places: Vector3[];

  constructor(private bending: Bending, least: number, color: string) {
    const { stations, section } = bending.flexible, n = stations.length;
    this.half = [Math.max(least, section?.[0] ?? 0) / 2, Math.max(least, section?.[1] ?? 0) / 2];
    this.places = stations.map((station) => new Vector3(...station.at));
    this.positions = new BufferAttribute(new Float32Array(12 * n), 3);
    const geometry = new BufferGeometry(), faces: number[] = [0, 1, 2, 0, 2, 3];
    for (let i = 0; i + 1 < n; ++i)
      for (let k = 0; k < 4; ++k) {
        const a = 4 * i + k, b = 4 * i + ((k + 1) % 4);
        faces.push(a, b, a + 4, b, b + 4, a + 4);
      }
    faces.push(4 * n - 4, 4 * n - 2, 4 * n - 3, 4 * n - 4, 4 * n - 1, 4 * n - 2);
    geometry.setAttribute("position", this.positions);
    geometry.setIndex(faces);
    this.object = new Mesh(geometry, new MeshStandardMaterial({ color, roughness: 0.62, metalness: 0.02, side: DoubleSide, flatShading: true }));
    this.object.frustumCulled = false;                       // its box changes
    this.update();
    this.measure();
  }
  private half: [number, number];

  // Its box and sphere as it is bent now.
  measure(): void {
    this.object.geometry.computeBoundingBox();
    this.object.geometry.computeBoundingSphere();
  }

  update(): void {
    const { stations } = this.bending.flexible, along = new Vector3(), y = new Vector3(), z = new Vector3(), corner = new Vector3();
    stations.forEach(({ at, displacement }, i) => this.bending.displace(displacement, this.places[i].set(...at)));
    this.places.forEach((place, i) => {
      along.copy(this.places[Math.min(i + 1, this.places.length - 1)]).sub(this.places[Math.max(0, i - 1)]).normalize();
      y.set(0, Math.abs(along.y) < 0.9 ? 1 : 0, Math.abs(along.y) < 0.9 ? 0 : 1).addScaledVector(along, Math.abs(along.y) < 0.9 ? -along.y : -along.z).normalize();
      z.crossVectors(along, y);
      [[-1, -1], [1, -1], [1, 1], [-1, 1]].forEach(([a, b], k) => {
        corner.copy(place).addScaledVector(y, a * this.half[0]).addScaledVector(z, b * this.half[1]);
        this.positions.setXYZ(4 * i + k, corner.x, corner.y, corner.z);
      });
    });
    this.positions.needsUpdate = true;
  }
}
