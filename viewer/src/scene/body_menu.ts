// body_menu.ts: the list of bodies: which are visible, which one is followed, plots of them.
import { button, checkbox, make, setPressed } from "../dom";
import { clip } from "../sane_values";
import { type Stage } from "./stage";

export interface BodyActs { follow: (name: string | null) => void; plot: (name: string) => void; show: (name: string, on: boolean) => void }

const MOST_ROWS = 100;

export function fillBodyMenu(panel: HTMLElement, stage: Stage, acts: BodyActs): void {
  const bodies = stage.model.bodies.map((body) => body.name), search = make("input", { class: "search", attributes: { type: "search", placeholder: "Search bodies", "aria-label": "Search bodies" } });
  const rows = make("div", { class: "channel-rows" });
  const mini = (label: string, title: string, act: () => void) => button(label, title, act, "mini");
  const row = (name: string) => {
    const follow = mini("follow", `Follow ${clip(name, 40)}`, () => { acts.follow(stage.followed === name ? null : name); fill(); });
    setPressed(follow, stage.followed === name);
    const moves = stage.mechanism.body(name)?.kind !== "ground";
    return make("div", { class: "channel body-row" }, checkbox(clip(name, 60), stage.mechanism.isVisible(name), (on) => acts.show(name, on)),
      moves ? follow : null, moves ? mini("plot", `Plot ${clip(name, 40)}`, () => acts.plot(name)) : null);
  };
  const fill = () => {
    const word = search.value.toLowerCase(), found = bodies.filter((name) => name.toLowerCase().includes(word));
    rows.replaceChildren(...found.slice(0, MOST_ROWS).map(row));
    if (found.length > MOST_ROWS) rows.append(make("p", { class: "faint", text: `${found.length - MOST_ROWS} more: refine the search.` }));
  };
  search.addEventListener("input", fill);
  if (bodies.length > 8) panel.append(search);
  const all = (on: boolean) => () => { for (const name of bodies) acts.show(name, on); fill(); };
  panel.append(make("div", { class: "tools" }, mini("show all", "Show all bodies", all(true)), mini("hide all", "Hide all bodies", all(false))), rows);
  fill();
}
