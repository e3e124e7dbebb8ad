import { readTemplateFile } from '../../../domain/documents/templates/templateFiles.ts';
import { svgOfData, xmlText } from '../../../domain/documents/warnings/sources/imageData.ts';
import { remoteImageOf } from '../../../domain/documents/warnings/sources/remoteImage.ts';
import type { ImageOf } from './cleanCss.ts';
import { type CleanHtml, svgUri } from './cleanSvg.ts';
import { rasterBytes, uriOfRaster } from './rasterUri.ts';

/** Maximum size of all pictures of a document. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Returns a function that reads the pictures of one document as data URIs. It accepts data URIs of supported types and
 * files in the folder of templates. It returns undefined for every other source, on the network or on a disk.
 *
 * @param options `remoteImages`: `https:` addresses are returned as they are. Never for a document that is drawn here.
 * @param cleanHtml of a document that is laid out
 */
export function makeImages(folder: string, { remoteImages = false } = {}, cleanHtml?: CleanHtml): ImageOf {
  const known = new Map<string, string | undefined>();
  let remaining = MAX_BYTES;
  const read = (name: string): string | undefined => {
    if (/^data:/i.test(name)) return fromData(name, cleanHtml);
    return (remoteImages ? remoteImageOf(name) : undefined) ?? fromFile(name, folder, cleanHtml);
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

function fromData(source: string, cleanHtml: CleanHtml | undefined): string | undefined {
  const svg = svgOfData(source);
  if (svg !== undefined) return svgUri(svg, cleanHtml);
  const bytes = source.length > MAX_BYTES ? undefined : rasterBytes(source);
  return bytes && uriOfRaster(bytes);
}

function fromFile(name: string, folder: string, cleanHtml: CleanHtml | undefined): string | undefined {
  const bytes = readTemplateFile(name, folder);
  if (!bytes) return undefined;
  return name.endsWith('.svg') ? svgUri(xmlText(bytes), cleanHtml) : uriOfRaster(bytes);
}
