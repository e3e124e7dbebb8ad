export type Declaration = readonly [property: string, value: string, important: boolean];

/** Longhand properties with their values as text. */
export type Declarations = readonly Declaration[];
