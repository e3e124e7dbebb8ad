import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import { readTemplateFile } from '../../../domain/documents/templates/templateFiles.ts';
import { MAX_PIXELS, svgOfData, tooManyPixels, xmlText } from '../../../domain/documents/warnings/sources/imageData.ts';
import { remoteImageOf } from '../../../domain/documents/warnings/sources/remoteImage.ts';
import type { ImageOf } from './cleanCss.ts';
import { svgUri } from './cleanSvg.ts';

/** Maximum size of all pictures of a document. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Image types, each with a check of the first bytes. */
const signatures: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  'image/png': (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && bytes.length >= 24,
  'image/jpeg': (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  'image/gif': (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38]),
  'image/webp': (bytes) =>
    startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]),
};

/**
 * Returns a function that reads the pictures of one document as data URIs. It accepts data URIs of supported types and
 * files in the folder of templates. It returns undefined for every other source, on the network or on a disk.
 *
 * @param options `remoteImages`: `https:` addresses are returned as they are. Never for a document that is drawn here.
 */
export function makeImages(folder: string, { remoteImages = false } = {}): ImageOf {
  const known = new Map<string, string | undefined>();
  let remaining = MAX_BYTES;
  const read = (name: string): string | undefined => {
    if (/^data:/i.test(name)) return fromData(name);
    return (remoteImages ? remoteImageOf(name) : undefined) ?? fromFile(name, folder);
  };
  return (source) => {
    const name = source.trim();
    if (!known.has(name)) {
      const image = read(name);
      remaining -= image?.length ?? 0;
      known.set(name, remaining < 0 ? undefined : image);
    }
    return known.get(name);
  };
}

function fromData(source: string): string | undefined {
  const svg = svgOfData(source);
  if (svg !== undefined) return svgUri(svg);
  const match = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i.exec(source);
  if (!match || source.length > MAX_BYTES) return undefined;
  const text = source.slice(match[0].length).replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return asUri(Buffer.from(text, 'base64'));
}

function fromFile(name: string, folder: string): string | undefined {
  const bytes = readTemplateFile(name, folder);
  if (!bytes) return undefined;
  return name.endsWith('.svg') ? svgUri(xmlText(bytes)) : asUri(bytes);
}

/** Returns a picture as a data URI. Its first bytes decide about the type. Throws TemplateFault if it has too many pixels. */
function asUri(bytes: Uint8Array): string | undefined {
  const type = Object.entries(signatures).find(([, fits]) => fits(bytes))?.[0];
  if (type === 'image/png' && pixelsOf(bytes) > MAX_PIXELS) throw new TemplateFault(tooManyPixels(pixelsOf(bytes)));
  return type && `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`;
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte);
}

function pixelsOf(png: Uint8Array): number {
  const view = new DataView(png.buffer, png.byteOffset, png.length);
  return view.getUint32(16) * view.getUint32(20);
}
