import colorString from 'color-string';

/** Maximum length on paper; pt. */
const MAX_LENGTH = 100_000;

/** A length in pt, or a percentage of the containing block. */
export type Length = number | { readonly percent: number };

const units: Record<string, number> = { px: 0.75, pt: 1, pc: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4, q: 72 / 101.6 };

/** Reads a length; undefined for `auto` and for any other text. `em` and `rem` are in pt. */
export function readLength(text: string, em: number, rem = 12): Length | undefined {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)$/i.exec(text.trim());
  if (!match) return undefined;
  const number = Number(match[1]);
  if (!Number.isFinite(number)) return undefined;
  const unit = (match[2] ?? '').toLowerCase();
  if (unit === '%') return { percent: Math.max(-1000, Math.min(1000, number)) };
  const factor = fontUnit(unit, em, rem) ?? units[unit === '' ? 'px' : unit];
  return factor === undefined ? undefined : Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, number * factor));
}

function fontUnit(unit: string, em: number, rem: number): number | undefined {
  if (unit === 'em') return em;
  if (unit === 'rem') return rem;
  return unit === 'ex' || unit === 'ch' ? em / 2 : undefined;
}

/** Returns a length in pt; percentages are of `whole`. */
export function resolved(length: Length, whole: number): number {
  return typeof length === 'number' ? length : (length.percent / 100) * whole;
}

export interface Colour {
  /** `#rrggbb`, the form that pdfkit takes. */
  readonly hex: string;
  readonly opacity: number;
}

const colours = new Map<string, Colour | undefined>();

/** Reads a colour: undefined for a transparent one, null for any other text. */
export function readColourOf(text: string): Colour | undefined | null {
  const name = text.trim().toLowerCase();
  if (name === 'transparent' || name === 'none') return undefined;
  if (colours.has(name)) return colours.get(name);
  const found = colorString.get(name);
  if (!found) return null;
  const [one = 0, two = 0, three = 0, opacity = 1] = found.value;
  const [red, green, blue] = found.model === 'hsl' ? ofHsl(one, two / 100, three / 100) : [one, two, three];
  if (found.model === 'hwb') return null;
  const colour =
    opacity === 0
      ? undefined
      : {
          hex: `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`,
          opacity,
        };
  if (colours.size > 1000) colours.clear();
  colours.set(name, colour);
  return colour;
}

function ofHsl(hue: number, saturation: number, lightness: number): [number, number, number] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Splits a value at the spaces outside of brackets. */
export function parts(value: string): string[] {
  return value.match(/[^\s(]+\([^)]*\)|[^\s]+/g) ?? [];
}
