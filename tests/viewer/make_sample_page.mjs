// make_sample_page.mjs: sample pages from closed-form motion:  node make_sample_page.mjs DIRECTORY [name ...]
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cantilever } from "./samples/cantilever.mjs";
import { fourBarPage } from "./samples/four_bar.mjs";
import { hostile } from "./samples/hostile.mjs";
import { joints } from "./samples/joints.mjs";
import { large } from "./samples/large.mjs";
import { writePage } from "./samples/page_writer.mjs";
import { pendulum } from "./samples/pendulum.mjs";
import { roundabout } from "./samples/roundabout.mjs";
import { sliderCrank } from "./samples/slider_crank.mjs";
import { suspension } from "./samples/suspension.mjs";
import { study, wideStudy } from "./samples/study.mjs";
import { thinned } from "./samples/thinned.mjs";
import { vehicle } from "./samples/vehicle.mjs";

export const SAMPLES = { pendulum, four_bar: fourBarPage, slider_crank: sliderCrank, vehicle, roundabout, roundabout_fast: () => roundabout(9), suspension,
                         cantilever, joints, thinned, hostile, large, study, wide_study: wideStudy };

export function makeSample(name, directory) {
  const { header, data } = SAMPLES[name]();
  return writePage(join(directory, `${name}.html`), header, data);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [directory = "out/pages", ...names] = process.argv.slice(2);
  for (const name of names.length ? names : Object.keys(SAMPLES)) {
    if (!SAMPLES[name]) throw new Error(`no sample '${name}'; there are: ${Object.keys(SAMPLES).join(", ")}`);
    console.log(makeSample(name, directory));
  }
}
