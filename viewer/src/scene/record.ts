// record.ts: the animation as a video file (WebM), recorded while it plays once from start to end at its present speed.
import { type Clock } from "../clock";
import { button, download, make } from "../dom";
import { type Stage } from "./stage";

const FORMATS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

export const videoFormat = () => (typeof MediaRecorder === "undefined" ? undefined : FORMATS.find((type) => MediaRecorder.isTypeSupported(type)));

// Pausing ends the video too.
export function recordVideo(stage: Stage, clock: Clock, file: string): void {
  const mimeType = videoFormat();
  if (!mimeType || stage.element.querySelector(".recording")) return;
  const recorder = new MediaRecorder(stage.canvas.captureStream(60), { mimeType, videoBitsPerSecond: 8e6 }), pieces: Blob[] = [];
  const chip = make("div", { class: "selected recording", attributes: { role: "status" } }, make("strong", { text: "● recording" }));
  const { loop } = clock;
  const finish = () => { if (recorder.state !== "inactive") recorder.stop(); };
  chip.append(button("stop", "Stop recording and save the video", finish, "mini"));
  stage.element.append(chip);

  recorder.addEventListener("dataavailable", (event) => { if (event.data.size > 0) pieces.push(event.data); });
  recorder.addEventListener("stop", () => {
    chip.remove();
    clock.pause();
    clock.loop = loop;
    clock.set(clock.time);
    if (pieces.length) download(`${file}.webm`, new Blob(pieces, { type: "video/webm" }));
  });
  clock.pause();
  clock.loop = false;
  clock.set(clock.start);
  recorder.start(500);
  clock.play();
  const stopAtEnd = () => {
    if (!clock.playing && recorder.state === "recording") setTimeout(finish, 100);       // the last frame is still on its way
  };
  clock.onState(stopAtEnd);
}
