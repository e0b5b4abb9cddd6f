// save.ts: an SVG drawing as a file, or drawn into pixels and saved as PNG. Nothing leaves the page but the download.
import { download } from "../dom";

const asBlob = (svg: SVGSVGElement) => new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });

export const saveSvg = (svg: SVGSVGElement, name: string) => download(`${name}.svg`, asBlob(svg));

export async function savePng(svg: SVGSVGElement, name: string, scale = 2): Promise<void> {
  const url = URL.createObjectURL(asBlob(svg));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = scale * Number(svg.getAttribute("width"));
    canvas.height = scale * Number(svg.getAttribute("height"));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (blob) download(`${name}.png`, blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}
