import { readTemplateFile } from '../../../domain/documents/templates/templateFiles.ts';
import { isFontData, isFontName } from '../../../domain/documents/warnings/sources/fontSources.ts';
import { fontsInFolder, MAX_FONTS } from '../pdf/fonts/documentFonts.ts';
import type { FontFaceRule } from '../sanitize/fontFaces.ts';

/**
 * Returns `@font-face` rules with the fonts of a document as data: those of its own rules, and those in `fonts/` of the
 * folder of templates whose families its text names.
 */
export async function fontFaceSheet(html: string, rules: readonly FontFaceRule[], folder: string): Promise<string> {
  const sheet: string[] = [];
  const declared = new Set<string>();
  for (const { family, sources, weight = '', style = '' } of rules.slice(0, MAX_FONTS)) {
    const source = sources.find((one) => isFontData(one) || isFontName(one))?.trim();
    const data = source === undefined ? undefined : dataOf(source, folder);
    // Escaped as in the sheet that has it, from which nothing else was removed.
    if (data === undefined || !/^(?:[^"\\\n\r\f<]|\\[^\n\r\f<])+$/.test(family)) continue;
    declared.add(family);
    sheet.push(
      fontFace(family, data, {
        weight: /^(?:normal|bold|\d{1,4}(?: \d{1,4})?)$/.test(weight) ? weight : 'normal',
        style: /^(?:italic|oblique)/.test(style) ? 'italic' : 'normal',
      }),
    );
  }
  const text = html.toLowerCase();
  for (const [name, font] of await fontsInFolder(folder)) {
    if ('problem' in font) continue;
    const families = font.families.filter((family) => !declared.has(family) && text.includes(family));
    const data = families.length === 0 ? undefined : dataOf(name, folder);
    if (data === undefined) continue;
    const face = { weight: String(font.weight), style: font.italic ? 'italic' : 'normal' };
    for (const family of families) sheet.push(fontFace(escaped(family), data, face));
  }
  return sheet.join('\n');
}

/** Returns the font as base64: text in another form could end the rule or the sheet. */
function dataOf(source: string, folder: string): string | undefined {
  const bytes = isFontData(source)
    ? Buffer.from(source.slice(source.indexOf(',') + 1), 'base64')
    : readTemplateFile(source, folder);
  return bytes && Buffer.from(bytes).toString('base64');
}

const escaped = (family: string): string =>
  family.replaceAll(/["\\<\n\r\f]/g, (letter) => `\\${letter.charCodeAt(0).toString(16)} `);

function fontFace(family: string, data: string, { weight, style }: { weight: string; style: string }): string {
  return `@font-face{font-family:"${family}";src:url(data:font/sfnt;base64,${data});font-weight:${weight};font-style:${style}}`;
}
