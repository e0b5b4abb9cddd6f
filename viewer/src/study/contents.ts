// contents.ts: the table of contents of a study: beside it where there is room, folded above it where there is not.
import { type Section } from "../data";
import { make } from "../dom";
import { clip } from "../sane_values";

const FEWEST = 3, MANY = 20;                                    // of many sections, remarks are left out
const beside = matchMedia("(min-width: 1180px)");               // as in study.css

export function makeContents(sections: { section: Section; holder: HTMLElement }[]): HTMLElement | null {
  const all = sections.filter(({ section }) => section.title), titled = all.length > MANY ? all.filter(({ section }) => section.type !== "text") : all;
  if (titled.length < FEWEST) return null;
  const list = make("ol"), links = new Map<Element, HTMLAnchorElement>();
  titled.forEach(({ section, holder }, k) => {
    holder.id = `section-${k + 1}`;
    const failed = failures(section);
    const link = make("a", { attributes: { href: `#${holder.id}` } }, make("span", { text: clip(section.title!, 100), title: clip(section.title!, 300) }),
      failed ? make("span", { class: "failures", text: `✗ ${failed}`, title: `${failed} of its results differ` }) : null);
    links.set(holder, link);
    list.append(make("li", {}, link));
  });
  const contents = make("details", { class: "contents card" }, make("summary", { text: `Contents (${titled.length})` }), list);
  const unfold = () => { contents.open = beside.matches; };
  beside.addEventListener("change", unfold);
  unfold();
  markCurrent(links);
  return contents;
}

const failures = (section: Section) => {
  if (section.type !== "table") return 0;
  const verdicts = section.columns.flatMap((column, k) => (column.kind === "verdict" ? [k] : []));
  return section.rows.filter((row) => verdicts.some((k) => row[k] === "fail")).length;
};

// The section whose start was last passed; of two in a row, the first.
function markCurrent(links: Map<Element, HTMLAnchorElement>): void {
  const holders = [...links.keys()];
  let waiting = false;
  const mark = () => {
    waiting = false;
    const tops = holders.map((holder) => holder.getBoundingClientRect().top), passed = Math.max(...tops.filter((top) => top < 0.25 * innerHeight));
    const current = holders[Math.max(0, tops.indexOf(passed))];
    for (const [holder, link] of links) if (holder === current) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
  };
  addEventListener("scroll", () => { if (!waiting) { waiting = true; requestAnimationFrame(mark); } }, { passive: true });
  requestAnimationFrame(mark);
}
