import { pngOf } from '../pdf/images/pictures.ts';

const WEBP = /data:image\/webp;base64,([A-Za-z0-9+/]+={0,2})/g;

/**
 * Replaces the WebP images of a page by PNGs: LibreOffice writes WebP into no document that other programs read. A damaged
 * image stays as it is.
 *
 * @throws PdfProblem for an image with too many pixels
 */
export async function withoutWebp(html: string): Promise<string> {
  const pngs = new Map<string, string>();
  for (const [source, data = ''] of html.matchAll(WEBP)) {
    if (pngs.has(source)) continue;
    const png = await pngOf(Buffer.from(data, 'base64'));
    pngs.set(source, png ? `data:image/png;base64,${Buffer.from(png).toString('base64')}` : source);
  }
  return pngs.size === 0 ? html : html.replaceAll(WEBP, (source) => pngs.get(source) ?? source);
}
