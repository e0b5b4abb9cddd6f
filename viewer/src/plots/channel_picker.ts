// channel_picker.ts: the searchable list of channels, by element, from which curves are chosen.
import { checkbox, make } from "../dom";
import { clip } from "../sane_values";
import { type Trajectory } from "../trajectory";
import { type PlotState } from "./plot_state";

const MOST_ROWS = 150;

export function fillChannelPicker(panel: HTMLElement, trajectory: Trajectory, state: PlotState, changed: () => void): void {
  const search = make("input", { class: "search", attributes: { type: "search", placeholder: "Search channels", "aria-label": "Search channels" } });
  const rows = make("div", { class: "channel-rows" });
  const groups = new Map<string, number[]>();
  trajectory.header.columns.forEach((column, k) => {
    if (k === 0 || column.group === "pose") return;
    const group = column.group || "other";
    const list = groups.get(group);
    if (list) list.push(k); else groups.set(group, [k]);
  });
  const opened = new Set<string>([...groups].filter(([, list]) => list.some((k) => state.y.includes(k))).map(([group]) => group));

  const row = (k: number) => {
    const column = trajectory.info(k), box = make("input", { attributes: { type: "checkbox" } });
    box.checked = state.y.includes(k);
    box.addEventListener("change", () => {
      if (box.checked) state.y.push(k); else state.y.splice(state.y.indexOf(k), 1);
      changed();
    });
    const across = make("button", { class: "mini", text: "x-axis", title: "Plot versus this channel", attributes: { type: "button", "aria-pressed": String(state.x === k) } });
    across.addEventListener("click", () => { state.x = state.x === k ? null : k; changed(); fill(); });
    return make("div", { class: "channel" },
      make("label", { class: "check", title: clip(column.meaning ?? "", 300) }, box, make("span", { class: "channel-name", text: clip(column.name, 60) }), make("span", { class: "unit", text: clip(column.unit ?? "", 12) })),
      across);
  };

  const fill = () => {
    rows.replaceChildren();
    if (state.x !== null) {
      const back = make("button", { class: "mini wide", text: `versus ${clip(trajectory.info(state.x).name, 40)}: back to time`, attributes: { type: "button" } });
      back.addEventListener("click", () => { state.x = null; changed(); fill(); });
      rows.append(back);
    }
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let left = MOST_ROWS, hidden = 0;
    for (const [group, list] of groups) {
      const matching = words.length === 0 ? list : list.filter((k) => {
        const column = trajectory.info(k), text = `${column.name} ${column.unit} ${clip(column.meaning ?? "", 200)}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      if (matching.length === 0) continue;
      const open = words.length > 0 || opened.has(group) || groups.size <= 2;
      const title = make("button", { class: "group", text: `${open ? "▾" : "▸"} ${clip(group, 40)}`, attributes: { type: "button", "aria-expanded": String(open) } });
      title.append(make("span", { class: "count", text: String(matching.length) }));
      title.addEventListener("click", () => { if (opened.has(group)) opened.delete(group); else opened.add(group); fill(); });
      rows.append(title);
      if (!open) continue;
      for (const k of matching) if (left > 0) { rows.append(row(k)); --left; } else ++hidden;
    }
    if (hidden) rows.append(make("p", { class: "faint", text: `${hidden} more: refine the search.` }));
    if (!rows.childElementCount) rows.append(make("p", { class: "faint", text: "No matching channels." }));
  };
  search.addEventListener("input", fill);
  panel.append(search, rows, checkbox("logarithmic horizontal axis", state.logX, (on) => { state.logX = on; changed(); }));
  fill();
}
