// data.ts: the contract between the program that writes a page and the page. viewer/README.md tells it in words.
//
// A page carries two data blocks: a header (JSON, this file) and a blob (base64 of a gzip stream) that holds the columns
// of numbers, one after the other, little endian, each `samples` long. Columns are float32 unless they say "f64".
// SI units, world axes and quaternions [w, x, y, z] everywhere. What is marked `?` may be left out or null.

export const FORMAT = "daedalus-page";
export const VERSION = 1;

export type Vec3 = [number, number, number];
export type Quaternion = [number, number, number, number];      // w x y z

export interface Header {
  format: "daedalus-page";
  version: 1;
  kind: "run" | "study";
  title: string;
  subtitle?: string;
  generator?: string;               // program and version that wrote the page
  samples: number;                  // rows of every column
  columns: Column[];                // column 0 is the time
  thinned?: Thinned | null;
  model?: Model | null;             // a run of closed-form equations has none: plots and report only
  report?: Report | null;
  defaults?: Defaults | null;
  sections?: Section[];             // of a study
}

export interface Column {
  name: string;                     // crank.theta
  unit?: string;
  meaning?: string;
  group?: string;                   // the element it belongs to; "pose" hides it from the channel list
  type?: "f32" | "f64";             // f64 for the time of long runs, and where differences of large numbers matter
  min?: number;                     // of all samples, before thinning
  max?: number;
  marked?: boolean;                 // an output the author of the model asks for: plotted first
  kept?: "envelope" | "sample";     // only in a thinned page; if not given: "sample" for the time and for poses, else "envelope"
}

// More samples than a page should carry are gathered into buckets of consecutive ones. Every bucket leaves two rows:
// the time column holds the times of its first and of its last sample; a column kept as "sample" holds its values at
// those two samples; a column kept as "envelope" holds its smallest and its largest value in the bucket, in the order in
// which they occurred. So no peak is lost in a plot over time, and poses stay poses. A curve of one envelope
// against another is only as true as a bucket is wide: the page says so under such a plot.
export interface Thinned {
  from: number;                     // samples of the run
  to: number;                       // rows kept, equal to `samples`
  how: string;                      // in words, shown to the reader
}

export interface Model {
  name: string;
  description?: string;
  file?: string;
  planar?: boolean | "xy" | "xz" | "yz" | null;   // the plane of a planar model; true is "xy"
  gravity?: Vec3;
  size?: number;                    // a typical length, m; found from the motion if not given
  bodies: Body[];
  joints?: Joint[];
  springs?: Spring[];
  roads?: Road[];
  arrows?: Arrow[];
}

export interface Body {
  name: string;
  kind: "ground" | "prescribed" | "spatial" | "planar" | "point";
  pose?: number | ConstantPose | null;   // first of seven columns x y z qw qx qy qz of the body FRAME; null is the world frame
  mass?: number;
  com?: Vec3;                       // center of mass in the body frame
  inertia?: Inertia | null;
  color?: string;                   // "#rrggbb"
  shapes?: Shape[];                 // if there are none, a box of this mass and inertia and links between the markers
  markers?: Marker[];
  flexible?: Flexible | null;       // bends; drawn so unless it has shapes, which do not bend
}

// Small deformations: the place `at` of the undeformed body is displaced by Σ η_k displacement[k], in the axes of the body. The modal
// coordinates η are the columns from `first` on, one per mode.
export interface Flexible {
  first: number;
  modes: string[];
  section?: [number, number];       // sides of the section of a beam along y and z, m
  stations: { at: Vec3; displacement: Vec3[] }[];   // along the body: drawn as a bar through them
}

export interface ConstantPose { position: Vec3; quaternion: Quaternion }
export interface Inertia { principal: Vec3; quaternion?: Quaternion }       // about the center of mass; of the principal axes
export interface Marker { name: string; at: Vec3; quaternion?: Quaternion; displacement?: Vec3[] }

export type Shape = { at?: Vec3; quaternion?: Quaternion; color?: string } & (
  | { type: "box"; size: Vec3 }                                     // centered at `at`
  | { type: "cylinder"; radius: number; length: number }            // centered, along z
  | { type: "sphere"; radius: number }
  | { type: "line"; from: Vec3; to: Vec3; radius?: number }
  | { type: "polyline"; points: Vec3[]; closed?: boolean; radius?: number }
  | { type: "mesh"; positions: number[]; indices?: number[] });     // triangles

export interface End { body: string; at: Vec3; quaternion?: Quaternion; displacement?: Vec3[] }    // a frame on a body; the axis of a joint is its z

export interface Joint {
  name: string;
  type: string;                     // as in model files: revolute, translational, ...; unknown ones are drawn as a dot
  P?: End;                          // couplings of other joints (gear, ...) have no ends and are not drawn
  Q?: End;
  radius?: number;                  // rolling_disc
}

export interface Spring {
  name: string;
  type: string;                     // spring, damper, spring_damper, torsion_spring, bushing, road_spring
  P: End;
  Q: End;
  radius?: number;                  // road_spring: of the wheel drawn at P, axis y of Q
}

export interface Road { name: string; body: string; at?: Vec3; quaternion?: Quaternion; points: [number, number][]; width?: number }

export interface Arrow {
  name: string;
  kind: "reaction" | "force";
  body: string;
  at: Vec3;                         // in the body frame
  displacement?: Vec3[];            // of this place by every mode of a flexible body
  columns: [number, number, number];    // force in world axes, N
}

export interface Defaults {
  plots?: PlotHint[];
  camera?: { view?: "3d" | "chase" | "side" | "top" | "xy" | "xz" | "yz"; position?: Vec3; target?: Vec3 } | null;
  follow?: string | null;           // a body
  traces?: string[];                // markers, "crank.tip", or bodies, "bob"
  speed?: number;                   // simulated seconds per second; chosen for a run of 5 to 20 s if not given
}

export interface PlotHint { title?: string; x?: string; y: string[]; log_x?: boolean; log_y?: boolean }   // names of columns

// ---- the report of a run

export type Verdict = "pass" | "fail" | "none";

export interface Report {
  status: string;                   // done, stopped_by_event, cancelled, failed
  status_text?: string;             // a sentence
  formulation?: string;
  method?: MethodRecord | null;
  options?: OptionRow[];
  parameters?: { name: string; value: number | string; meaning?: string }[];
  counts?: FactRow[];
  timing?: {
    simulated?: number; wall?: number; cpu?: number; real_time_factor?: number;
    split?: { name: string; seconds: number; meaning?: string }[];
  } | null;
  residual_rule?: string;           // where the bounds come from, in words
  residuals?: { level: string; largest: number; bound?: number | null; verdict?: Verdict; at?: number; worst?: string }[];
  energy?: { rows: FactRow[]; error?: number; bound?: number; verdict?: Verdict } | null;   // error and bound: shares of the energy
  solver?: FactRow[];
  warnings?: string[];
  events?: { name: string; t: number }[];
  failure?: { kind: string; t: number; message: string; worst_equation?: string; cause?: string } | null;
}

export interface FactRow { name: string; value: number | string; unit?: string; meaning?: string }

export interface MethodRecord {
  name: string;
  family?: string;
  order?: string;                   // "5" or "q 2, v 2, λ 1"
  index?: string;                   // of the equations it solves
  stability?: string;
  paper?: string;
  formula?: string;                 // several lines of plain text
  description?: string;
}

export interface OptionRow { name: string; given?: string | number | boolean | null; used: string | number | boolean; meaning?: string }

// ---- the sections of a study

export type Values = number[] | { column: number };

export interface AxisInfo { name: string; unit?: string; log?: boolean; min?: number; max?: number }
export interface Series {
  name: string; x: Values; y: Values;
  order?: number;                   // declared order, shown in the legend
  style?: "line" | "points" | "both" | "dashed";
}
export interface Slope { slope: number; name?: string }

export interface TextSection { type: "text"; title?: string; text: string }                      // empty lines separate paragraphs
export interface TableSection {
  type: "table"; title?: string; note?: string;
  columns: { name: string; unit?: string; kind?: "text" | "number" | "paper" | "ours" | "verdict"; digits?: number }[];
  rows: (string | number | null)[][];                                                              // verdict cells: pass, fail, none, or any words
}
export interface ChartSection {
  type: "convergence" | "work_precision" | "lines";       // the first two are log-log unless their axes say otherwise
  title?: string; note?: string; x: AxisInfo; y: AxisInfo; series: Series[]; slopes?: Slope[];
}
export interface ContourSection {
  type: "contour"; title?: string; note?: string; x: AxisInfo; y: AxisInfo;   // min and max of both are required
  columns: number; rows: number; values: Values;          // row after row, the first row at y.min
  levels: number[]; filled_below?: number;                // the region below this level is shaded (stable: 1)
}
export interface EigenvalueSection {
  type: "eigenvalues"; title?: string; note?: string;
  boundary?: "unit_circle" | "imaginary_axis" | null;     // where stability ends
  sets: { name: string; re: Values; im: Values }[];
}
export type Section = TextSection | TableSection | ChartSection | ContourSection | EigenvalueSection;
