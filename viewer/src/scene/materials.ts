// materials.ts: surfaces and edges of everything that is drawn.
import { Color, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshStandardMaterial, type BufferGeometry } from "three";
import { theme } from "../theme";

export const surface = (colour: string, looks: { metal?: boolean; opacity?: number } = {}) => new MeshStandardMaterial({
  color: colour, roughness: looks.metal ? 0.4 : 0.62, metalness: looks.metal ? 0.12 : 0.02,
  transparent: looks.opacity !== undefined, opacity: looks.opacity ?? 1,
});

export const METAL = "#8b98a6", GROUND = "#8e99a5", SPRING = "#3f9c8f", DAMPER = "#6f7f90", REACTION = "#d63c3c", FORCE = "#2f9e44";

// A solid with its sharp edges drawn: shapes stay legible without shadows.
export function solid(geometry: BufferGeometry, material: MeshStandardMaterial): Group {
  const group = new Group();
  group.add(new Mesh(geometry, material));
  const dark = new Color(material.color).multiplyScalar(theme() === "dark" ? 0.35 : 0.45);
  group.add(new LineSegments(new EdgesGeometry(geometry, 35), new LineBasicMaterial({ color: dark, transparent: true, opacity: 0.75 })));
  return group;
}
