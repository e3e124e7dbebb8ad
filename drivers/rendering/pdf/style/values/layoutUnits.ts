/** The pixel of CSS; pt. */
export const PIXEL = 0.75;
/** Browsers lay out in units of 1/64 px; pt. */
const UNIT = PIXEL / 64;
/** Maximum share of a pixel or a unit by which a calculated length is less than it should be. */
const INEXACT = 1e-4;

/** Cuts a length to layout units; pt. */
export const inLayoutUnits = (length: number): number => Math.floor(length / UNIT + INEXACT) * UNIT;

/** Cuts the size of a font to hundredths of a pixel, of which browsers know fonts; pt. */
export const inFontUnits = (size: number): number => Math.floor((size / PIXEL) * 100 + INEXACT) * (PIXEL / 100);

/** Cuts a margin to layout units; a negative one becomes shorter, too. pt. */
export const marginInUnits = (margin: number): number => (margin < 0 ? -inLayoutUnits(-margin) : inLayoutUnits(margin));

/** Returns the least length in layout units that is not shorter; pt. */
export const upToLayoutUnits = (length: number): number => Math.ceil(length / UNIT - INEXACT) * UNIT;

/** Rounds a length to layout units; pt. */
export const nearestUnit = (length: number): number => Math.round(length / UNIT) * UNIT;

/** Cuts a length to whole pixels; a negative one becomes longer. pt. */
export const inWholePixels = (length: number): number => Math.floor(length / PIXEL + INEXACT) * PIXEL;

/** Rounds a length to whole pixels; pt. */
export const nearestPixel = (length: number): number => Math.round(length / PIXEL) * PIXEL;
