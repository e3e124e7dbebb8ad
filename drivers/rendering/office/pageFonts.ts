import { expand } from '../pdf/style/shorthands.ts';
import type { Element } from './page/pageTree.ts';

/** Fonts that every office program has or replaces by one of the same widths, for the families without a name. */
const GENERIC: Readonly<Record<string, string>> = {
  'sans-serif': 'Arial',
  'system-ui': 'Arial',
  'ui-sans-serif': 'Arial',
  '-apple-system': 'Arial',
  blinkmacsystemfont: 'Arial',
  serif: 'Times New Roman',
  'ui-serif': 'Times New Roman',
  monospace: 'Courier New',
  'ui-monospace': 'Courier New',
};

/** Declarations that elements inherit, so that those of `html` count for `body`. */
const INHERITED = /^(?:font|font-[a-z]+|color|line-height|text-align|letter-spacing|direction)$/;

const FAMILIES = /((?:^|;)\s*font-family\s*:)([^;]*)/gi;

/** Names the font of each element as office formats have it. Elements come after their parents. */
export class PageFonts {
  readonly #families = new Map<Element['parentNode'], string>();

  /**
   * Returns the style of an element with one font in place of each list of families, because LibreOffice writes a list as a name.
   * `inherit` becomes the font of the parent, which headings name, too: LibreOffice takes it for a name, and has a serif for headings.
   */
  styled(element: Element, style = ''): string {
    const inherited = this.#families.get(element.parentNode);
    let own = inherited;
    const declared = withFamily(style, inherited !== undefined && /^h[1-6]$/.test(element.tagName));
    const result = declared.replace(FAMILIES, (_, property: string, families: string) => {
      const family = firstFamily(families);
      own = /^(?:inherit|unset)$/i.test(family) ? inherited : family;
      return own === undefined ? ';' : `${property} '${own}'`;
    });
    if (own !== undefined) this.#families.set(element, own);
    return result;
  }
}

/** Returns a style with `font` as its longhands, and with the font of the parent if it has to have one and has none. */
function withFamily(style: string, hasToHaveOne: boolean): string {
  const long = style.replace(/((?:^|;)\s*)font\s*:([^;]*)/gi, (shorthand, start: string, value: string) => {
    const longhands = expand('font', value.replace(/!important/i, '').trim());
    return longhands.length > 0 ? start + longhands.map((longhand) => longhand.join(':')).join(';') : shorthand;
  });
  return hasToHaveOne && long.search(FAMILIES) < 0 ? `${long};font-family:inherit` : long;
}

function firstFamily(families: string): string {
  const [first = ''] = families.split(',');
  const name = first.replaceAll(/["'\\]|!important/g, '').trim();
  return GENERIC[name.toLowerCase()] ?? name;
}

/** Returns the style of `body` with what it inherits of `html`, which LibreOffice does not read. */
export function inheritedBy(body: string, html: string): string {
  const inherited = html.split(';').filter((one) => INHERITED.test((one.split(':')[0] ?? '').trim().toLowerCase()));
  return [...inherited, body].filter((one) => one.trim() !== '').join(';');
}
