const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;

/**
 * Returns the value of an attribute with its character references decoded: the numeric ones, and the named ones that
 * escaping writes.
 *
 * @param pads whether each is padded by spaces to its length, so that offsets stay
 */
export function decodeReferences(value: string, { pads = false } = {}): string {
  return value.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    const text = name === undefined ? letterOf(decimal, hex) : named[name.toLowerCase()];
    return text === undefined ? whole : text.padEnd(pads ? whole.length : 0);
  });
}

function letterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
