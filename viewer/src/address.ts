// address.ts: what the address of the page asks for behind '#':  t=1.25  shows that time,  view=chase  that view,  follow=chassis  follows
// a body,  still  shows the animation alone, as a picture is taken of it,  dark  or  light  that theme.
import { make } from "./dom";
import { seconds } from "./numbers";
import { type RunPage } from "./run_page";
import { VIEWS, type View } from "./scene/views";
import { setTheme } from "./theme";

const options = new URLSearchParams(location.hash.slice(1));

export function applyAddressFirst(): void {                     // before anything is laid out
  if (options.has("still")) document.documentElement.dataset.still = "";
  if (options.has("dark")) setTheme("dark");
  if (options.has("light")) setTheme("light");
}

// A picture, and an address that says what to see, look the same to everybody.
export const remembersView = () => !["still", "view", "follow"].some((key) => options.has(key));

export function applyAddress(run: RunPage): void {
  const t = Number.parseFloat(options.get("t") ?? "");
  const still = options.has("still"), view = options.get("view") as View, follow = options.get("follow");
  if (Number.isFinite(t) || still) run.clock.set(Number.isFinite(t) ? t : run.clock.end);
  if (follow !== null) run.tools?.follow(follow || null);
  if (VIEWS.includes(view)) run.tools?.setView(view);
  if (still) run.stage?.element.append(make("div", { class: "still-note", text: `${document.title}   t = ${seconds(run.clock.time)}` }));
}
