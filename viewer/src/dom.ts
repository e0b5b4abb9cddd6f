// dom.ts: elements are made here and nowhere else, so that text from data is always textContent.
export interface Looks { class?: string; text?: string; title?: string; attributes?: Record<string, string> }

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, looks: Looks = {}, ...children: (Node | null)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (looks.class) element.className = looks.class;
  if (looks.text !== undefined) element.textContent = looks.text;
  if (looks.title) element.title = looks.title;
  for (const [key, value] of Object.entries(looks.attributes ?? {})) element.setAttribute(key, value);
  for (const child of children) if (child) element.append(child);
  return element;
}

export function button(label: string, title: string, act: () => void, looks = "button"): HTMLButtonElement {
  const element = make("button", { class: looks, text: label, title, attributes: { type: "button", "aria-label": title } });
  element.addEventListener("click", act);
  return element;
}

// A button with a state. Calls `act` with the new one.
export function toggle(label: string, title: string, on: boolean, act: (on: boolean) => void, looks = "button"): HTMLButtonElement {
  const element = button(label, title, () => {
    const now = element.getAttribute("aria-pressed") !== "true";
    setPressed(element, now);
    act(now);
  }, looks);
  setPressed(element, on);
  return element;
}

export const setPressed = (element: HTMLElement, on: boolean) => element.setAttribute("aria-pressed", String(on));

export function checkbox(label: string, on: boolean, act: (on: boolean) => void): HTMLLabelElement {
  const box = make("input", { attributes: { type: "checkbox" } });
  box.checked = on;
  box.addEventListener("change", () => act(box.checked));
  return make("label", { class: "check" }, box, make("span", { text: label, title: label }));
}

export function select(title: string, entries: [value: string, label: string][], value: string, act: (value: string) => void): HTMLSelectElement {
  const element = make("select", { title, attributes: { "aria-label": title } });
  for (const [key, label] of entries) element.append(make("option", { text: label, attributes: { value: key } }));
  element.value = value;
  element.addEventListener("change", () => act(element.value));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
export function icon(path: string): SVGSVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 20 20");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  drawing.append(line);
  return drawing;
}

export function iconButton(path: string, title: string, act: () => void): HTMLButtonElement {
  const element = button("", title, act, "button icon-button");
  element.append(icon(path));
  return element;
}

// A panel that a button opens and that closes with Escape or a click elsewhere.
export function popover(label: string, title: string, fill: (panel: HTMLElement) => void, looks = ""): HTMLElement {
  const panel = make("div", { class: "popover " + looks, attributes: { role: "dialog", "aria-label": title } });
  panel.hidden = true;
  const opener = button(label, title, () => {
    panel.hidden = !panel.hidden;
    opener.setAttribute("aria-expanded", String(!panel.hidden));
    if (!panel.hidden) {
      panel.replaceChildren();
      fill(panel);
      panel.querySelector<HTMLElement>("input[type=search]")?.focus();
    }
  });
  const wrap = make("div", { class: "popover-anchor" }, opener, panel);
  const close = () => { panel.hidden = true; opener.setAttribute("aria-expanded", "false"); };
  document.addEventListener("pointerdown", (event) => { if (!panel.hidden && !wrap.contains(event.target as Node)) close(); });
  wrap.addEventListener("keydown", (event) => { if (event.key === "Escape" && !panel.hidden) { close(); opener.focus(); event.stopPropagation(); } });
  return wrap;
}

export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = make("a", { attributes: { href: url, download: name } });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}

export const fileName = (...parts: string[]) => parts.join("_").replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 80);
