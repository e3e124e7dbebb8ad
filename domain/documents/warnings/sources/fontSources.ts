/** Whether a source is a font in a data URI. */
export function isFontData(source: string): boolean {
  return /^\s*data:(?:font\/[a-z0-9.+-]+|application\/(?:x-)?(?:font-?[a-z0-9.-]+|vnd\.ms-opentype|octet-stream))(?:;[^,;]*)*;base64,/i.test(
    source.slice(0, 200),
  );
}

/** Whether a source is the name of a font under `templates/fonts/`. */
export function isFontName(source: string): boolean {
  return /^fonts\/[^/].*\.(?:ttf|otf|woff2?)$/i.test(source.trim());
}
