// memory.ts: what the reader has set on a page, kept by the browser for the next page of the same model. A browser that keeps nothing, or
// forbids it for files from disk, is no error: the page then opens as if for the first time.
const PREFIX = "daedalus ";

export function remember(key: string, value: unknown): void {
  try { localStorage.setItem(PREFIX + key, JSON.stringify(value)); } catch { /* full or forbidden */ }
}

export function recall(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function forget(key: string): void {
  try { localStorage.removeItem(PREFIX + key); } catch { /* forbidden */ }
}
