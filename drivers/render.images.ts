import { readTemplateFile } from '../domain/templates.ts';
import type { ImageOf } from './render.cleanCss.ts';

/** Pixels of a picture that has to be unpacked to be drawn: a small file can hold very many. */
const MAX_PIXELS = 40_000_000;
/** Of all pictures of a document. */
const MAX_BYTES = 32 * 1024 * 1024;

const beginnings: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  'image/png': (bytes) =>
    startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && pixelsOf(bytes) <= MAX_PIXELS,
  'image/jpeg': (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  'image/gif': (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38]),
  'image/webp': (bytes) =>
    startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]),
};

/**
 * Pictures as data URIs: those that are one, of a type that is drawn, and those in files under the folder of templates.
 * Everything else a document may name, on the network or on a disk, is no picture.
 */
export function makeImages(folder: string): ImageOf {
  const known = new Map<string, string | undefined>();
  let left = MAX_BYTES;
  return (source) => {
    const name = source.trim();
    if (!known.has(name)) {
      const image = /^data:/i.test(name) ? fromData(name) : fromFile(name, folder);
      left -= image?.length ?? 0;
      known.set(name, left < 0 ? undefined : image);
    }
    return known.get(name);
  };
}

function fromData(source: string): string | undefined {
  const match = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i.exec(source);
  if (!match || source.length > MAX_BYTES) return undefined;
  const text = source.slice(match[0].length).replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return asUri(Buffer.from(text, 'base64'));
}

function fromFile(name: string, folder: string): string | undefined {
  const bytes = readTemplateFile(name, folder);
  return bytes && asUri(bytes);
}

/** By what it is, whatever it is said to be. */
function asUri(bytes: Uint8Array): string | undefined {
  const type = Object.entries(beginnings).find(([, fits]) => fits(bytes))?.[0];
  return type && `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`;
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}

function pixelsOf(png: Uint8Array): number {
  if (png.length < 24) return Number.POSITIVE_INFINITY;
  const view = new DataView(png.buffer, png.byteOffset, png.length);
  return view.getUint32(16) * view.getUint32(20);
}
