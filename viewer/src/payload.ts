// payload.ts: the two data blocks of the page become a header and columns of numbers.
import { gunzipSync } from "fflate";
import { type Header } from "./data";
import { PageError } from "./page_error";
import { saneHeader } from "./sane_header";

export type Numbers = Float32Array | Float64Array;
export interface Payload { header: Header; columns: Numbers[] }

export const readPayload = () => decodePayload(blockText("daedalus-header"), blockText("daedalus-blob"));

export async function decodePayload(text: string, blob: string): Promise<Payload> {
  if (text === "") throw new PageError("This is not a Daedalus page: it has no header.");
  if (text.startsWith("@@")) throw new PageError("This is the empty page template: it contains no data.");
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new PageError("The header of this page is not valid JSON: the file may be incomplete.");
  }
  const header = saneHeader(raw);
  const bytes = blob === "" || blob.startsWith("@@") ? new Uint8Array() : await gunzip(fromBase64(blob));
  return { header, columns: splitColumns(header, bytes) };
}

function blockText(id: string): string {
  const block = document.getElementById(id);
  const text = block?.textContent?.trim() ?? "";
  block?.remove();                                     // a hundred megabytes of text are not needed twice
  return text;
}

// In pieces, because a string of bytes as long as the whole blob would double the memory needed.
function fromBase64(text: string): Uint8Array {
  const piece = 1 << 20;                               // a multiple of four letters
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array(Math.max(0, Math.floor(text.length / 4) * 3 - padding));
  let end = 0;
  try {
    for (let start = 0; start < text.length; start += piece) {
      const part = atob(text.slice(start, start + piece));
      for (let i = 0; i < part.length; ++i) bytes[end++] = part.charCodeAt(i);
    }
  } catch {
    throw new PageError("The data of this page cannot be decoded: the file may be incomplete.");
  }
  return bytes;
}

async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    if (typeof DecompressionStream === "undefined") return gunzipSync(bytes);
    const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new PageError("The data of this page cannot be decompressed: the file may be incomplete.");
  }
}

function splitColumns(header: Header, bytes: Uint8Array): Numbers[] {
  const width = (type?: string) => (type === "f64" ? 8 : 4);
  const expected = header.columns.reduce((sum, column) => sum + width(column.type) * header.samples, 0);
  if (bytes.byteLength < expected)
    throw new PageError(`The page should contain ${expected} bytes of data but contains ${bytes.byteLength}.`);
  const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  if (!littleEndian) throw new PageError("This page requires a little-endian computer.");
  let at = bytes.byteOffset;
  return header.columns.map((column) => {
    const end = at + width(column.type) * header.samples;
    const buffer = bytes.buffer.slice(at, end);        // a copy: columns of eight bytes need not be aligned in the blob
    at = end;
    return column.type === "f64" ? new Float64Array(buffer) : new Float32Array(buffer);
  });
}
