// sane_values.ts: values of unknown origin, brought to a type and to a size that can be displayed.
export type Loose = Record<string, unknown>;

export const MAX_NAME = 200, MAX_TEXT = 20_000;

export const item = (raw: unknown): Loose => (typeof raw === "object" && raw !== null && !Array.isArray(raw) ? (raw as Loose) : {});

export const list = (raw: unknown, most = 1_000_000): unknown[] => (Array.isArray(raw) ? (raw.length > most ? raw.slice(0, most) : raw) : []);

export const finite = (raw: unknown, otherwise: number): number => (typeof raw === "number" && Number.isFinite(raw) ? raw : otherwise);

export const optional = (raw: unknown): number | undefined => (typeof raw === "number" && Number.isFinite(raw) ? raw : undefined);

export function clip(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most - 1) + "…";
}

// One line; control characters and line ends would only disturb the display.
export const name = (raw: unknown): string => clip(plain(raw), MAX_NAME).replace(/[\u0000-\u001f\u007f]+/g, " ");

export const text = (raw: unknown): string => clip(plain(raw), MAX_TEXT);

function plain(raw: unknown): string {
  if (typeof raw === "string") return raw;
  return typeof raw === "number" || typeof raw === "boolean" ? String(raw) : "";
}
