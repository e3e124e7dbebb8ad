/** Characters that some operating system does not allow in file names, and separators of paths. */
const unsafe = /[\p{Cc}\p{Cf}/\\:*?"<>|]/gu;
/** Maximum length of a name in bytes, without its extension. Operating systems allow 255 in all. */
const MAX_BYTES = 200;

/** Returns a file name, without its extension, that every operating system allows. */
export function safeFileName(text: string): string {
  let name = text.replaceAll(unsafe, '_').replaceAll(/^[\s.]+|[\s.]+$/g, '');
  while (Buffer.byteLength(name) > MAX_BYTES) name = [...name].slice(0, -1).join('');
  return name === '' ? 'document' : name;
}

/** Returns a function that names the files of one archive. The names are unique even where case is ignored. */
export function makeFileNames(): (name: string, extension: string) => string {
  const counts = new Map<string, number>();
  return (text, extension) => {
    const name = safeFileName(text);
    for (;;) {
      const key = `${name}.${extension}`.toLowerCase();
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      const numbered = count === 1 ? `${name}.${extension}` : `${name} (${count}).${extension}`;
      if (count === 1) return numbered;
      if (!counts.has(numbered.toLowerCase())) {
        counts.set(numbered.toLowerCase(), 1);
        return numbered;
      }
    }
  };
}
