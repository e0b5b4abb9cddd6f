// player.ts: play, pause, slider, speed, loop.
import { iconButton, make, select, setPressed } from "./dom";
import { format } from "./numbers";
import { SPEEDS, type Clock } from "./clock";

const PLAY = "M6 4l10 6-10 6z", PAUSE = "M6 4h3v12H6zM11 4h3v12h-3z";
const STEPS = 10_000;

export function makePlayer(clock: Clock): HTMLElement {
  const play = iconButton(PLAY, "Play or pause (Space)", () => clock.toggle());
  play.classList.add("play");
  const start = iconButton("M5 4v12M16 4L7 10l9 6z", "Go to the start (Home)", () => clock.set(clock.start));
  const loop = iconButton("M4 9a6 6 0 0 1 10.5-3.5L16 7M16 3v4h-4M16 11a6 6 0 0 1-10.5 3.5L4 13M4 17v-4h4", "Loop", () => { clock.loop = !clock.loop; setPressed(loop, clock.loop); });
  loop.classList.add("outline");
  start.classList.add("outline");
  setPressed(loop, clock.loop);

  const slider = make("input", { class: "scrub", attributes: { type: "range", min: "0", max: String(STEPS), value: "0", "aria-label": "Time" } });
  const span = clock.end - clock.start || 1;
  slider.addEventListener("input", () => clock.set(clock.start + (Number(slider.value) / STEPS) * span));

  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(span))));
  const readout = make("output", { class: "readout" });
  const total = make("span", { class: "faint", text: ` / ${format(clock.end, 5)} s` });

  const entries = [...new Set([...SPEEDS, clock.speed])].sort((a, b) => a - b).map((s): [string, string] => [String(s), `${format(s, 3)}×`]);
  const speed = select("Playback speed: simulated time per real time", entries, String(clock.speed), (value) => clock.setSpeed(Number(value)));

  const showTime = (t: number) => {
    const share = (t - clock.start) / span;
    slider.value = String(Math.round(share * STEPS));
    slider.style.setProperty("--done", `${100 * share}%`);
    readout.textContent = t.toFixed(digits);
  };
  const showState = () => {
    play.querySelector("path")?.setAttribute("d", clock.playing ? PAUSE : PLAY);
    setPressed(play, clock.playing);
    speed.value = String(clock.speed);
  };
  clock.onTime(showTime);
  clock.onState(showState);
  showTime(clock.time);
  return make("div", { class: "player" }, play, start, slider, make("span", { class: "time" }, readout, total), speed, loop);
}
