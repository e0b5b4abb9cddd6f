// view_memory.ts: a model opens in the view that its reader left it in.
import { type Vec3 } from "../data";
import { recall, remember } from "../memory";
import { finite, item, list } from "../sane_values";
import { type Stage } from "./stage";
import { VIEWS, type View } from "./views";

export function keepView(stage: Stage): void {
  const key = `view of ${stage.model.name}`, wait = { timer: 0 };
  restoreView(stage, recall(key));
  stage.onSettled(() => {
    clearTimeout(wait.timer);
    wait.timer = window.setTimeout(() => remember(key, viewOf(stage)), 100);
  });
}

function viewOf(stage: Stage): Record<string, unknown> {
  const { views } = stage;
  return { view: views.view, orthographic: views.orthographic, follow: stage.followed, grid: stage.gridOn, hidden: stage.mechanism.hidden.slice(0, 500),
           camera: views.touched ? views.state(stage.followedPlace) : null };
}

function restoreView(stage: Stage, kept: Record<string, unknown>): void {
  if (!VIEWS.includes(kept.view as View)) return;
  const follow = typeof kept.follow === "string" ? kept.follow : null;
  stage.follow(follow);
  stage.setGrid(kept.grid !== false);
  for (const name of list(kept.hidden, 500)) stage.mechanism.setVisible(String(name), false);
  stage.setView(kept.view as View, kept.orthographic === true);
  const camera = item(kept.camera), offset = vector(camera.offset), target = vector(camera.target), height = finite(camera.height, 0);
  if (offset && target && Math.hypot(...offset) > 0 && height > 0) stage.views.restore({ offset, target, height }, stage.followedPlace);
}

function vector(raw: unknown): Vec3 | null {
  const v = list(raw, 3).map((x) => finite(x, NaN));
  return v.length === 3 && v.every(Number.isFinite) ? (v as Vec3) : null;
}
