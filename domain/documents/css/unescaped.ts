/** Returns the letters that a text or a name in a sheet means. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:([0-9a-f]{1,6})\s?|(\r?\n)|([\s\S]))/gi,
    (_, code?: string, line?: string, letter?: string) => {
      if (line !== undefined) return '';
      const point = code === undefined ? 0 : Number.parseInt(code, 16);
      return code === undefined
        ? (letter ?? '')
        : point > 0 && point <= 0x10ffff
          ? String.fromCodePoint(point)
          : '\ufffd';
    },
  );
}
