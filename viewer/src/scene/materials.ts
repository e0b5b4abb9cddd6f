// materials.ts: surfaces and edges of everything that is drawn.
import { Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial, type BufferGeometry } from "three";
import { theme } from "../theme";

// Equal surfaces are one object: large models have thousands of parts and few materials.
const surfaces = new Map<string, MeshStandardMaterial>();
export function surface(color: string, looks: { metal?: boolean; opacity?: number } = {}): MeshStandardMaterial {
  return remembered(surfaces, `${color} ${looks.metal} ${looks.opacity}`, () => new MeshStandardMaterial({
    color: color, roughness: looks.metal ? 0.4 : 0.62, metalness: looks.metal ? 0.12 : 0.02,
    transparent: looks.opacity !== undefined, opacity: looks.opacity ?? 1, side: DoubleSide,
  }));
}

export function remembered<K, T>(memory: Map<K, T>, key: K, make: () => T): T {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}

export const METAL = "#8b98a6", GROUND = "#8e99a5", SPRING = "#3f9c8f", DAMPER = "#6f7f90", REACTION = "#d63c3c", FORCE = "#2f9e44";

export const edges = { drawn: true };          // not in models of very many parts

// A solid with its sharp edges drawn: shapes stay legible without shadows.
export function solid(geometry: BufferGeometry, material: MeshStandardMaterial): Group {
  const group = new Group();
  group.add(new Mesh(geometry, material));
  if (!edges.drawn) return group;
  const dark = new Color(material.color).multiplyScalar(theme() === "dark" ? 0.35 : 0.45);
  group.add(new LineSegments(new EdgesGeometry(geometry, 35), new LineBasicMaterial({ color: dark, transparent: true, opacity: 0.75 })));
  return group;
}
