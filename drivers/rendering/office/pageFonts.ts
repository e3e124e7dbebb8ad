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

/** Replaces each list of font families by its first one: office formats have one, and LibreOffice writes the list as its name. */
export function withOneFont(style: string): string {
  return style.replace(
    /((?:^|;)\s*font-family\s*:)([^;]*)/gi,
    (_, property: string, families: string) => `${property} '${firstFamily(families)}'`,
  );
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
