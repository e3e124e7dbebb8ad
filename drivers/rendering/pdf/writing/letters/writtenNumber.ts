/** Writes a number without an exponent, which PDFs do not know. */
export function writtenNumber(value: number): string {
  const rounded = Math.round(value * 1e5) / 1e5;
  if (!(Math.abs(rounded) < 1e15)) return '0';
  return Math.abs(rounded) < 1e-4 ? rounded.toFixed(5) : String(rounded);
}
