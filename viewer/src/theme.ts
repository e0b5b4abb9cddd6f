// theme.ts: light and dark, as the system prefers or as chosen here; and the colors for what is drawn on canvases.
export type Theme = "light" | "dark";

const listeners: (() => void)[] = [];
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen: Theme | null = null;

export const theme = (): Theme => chosen ?? (system.matches ? "dark" : "light");

export function onTheme(act: () => void): void { listeners.push(act); }

export function setTheme(next: Theme): void {
  chosen = next;
  apply();
}

function apply(): void {
  document.documentElement.dataset.theme = theme();
  for (const act of listeners) act();
}

export function startTheme(): void {
  system.addEventListener("change", apply);
  apply();
}

const SERIES = {
  light: ["#1565c0", "#d1490c", "#0f8a5f", "#9c3aa3", "#a87400", "#4b5a6b", "#c2185b", "#00838f"],
  dark: ["#64b1ff", "#ff9660", "#45d49b", "#dc94ea", "#ecc350", "#aebbca", "#ff86b3", "#4fd3de"],
};
export const seriesColor = (k: number, of = theme()) => SERIES[of][k % SERIES.light.length];

const INK = {
  light: { text: "#1c2733", faint: "#5d6b7a", grid: "#e3e8ee", line: "#b9c3ce", panel: "#ffffff", stage: "#f4f6f9", accent: "#1565c0" },
  dark: { text: "#e4eaf1", faint: "#95a3b3", grid: "#28323e", line: "#475463", panel: "#171e26", stage: "#12181f", accent: "#64b1ff" },
};
export const ink = (of = theme()) => INK[of];

// Of bodies: steady in both themes, quiet enough to let arrows and traces stand out.
const BODIES = ["#5b8fc7", "#dd8a4f", "#6aa982", "#a884c4", "#cfae52", "#7a93a8", "#c97a8e", "#55a5ab"];
export const bodyColor = (k: number) => BODIES[k % BODIES.length];
