/** What some system does not let into the name of a file, and what a path is made of. */
const unsafe = /[\p{Cc}\p{Cf}/\\:*?"<>|]/gu;
/** Bytes of a name without its ending; systems take 255. */
const MAX_BYTES = 200;

/** A name for a file that every system takes, without its ending. */
export function safeFileName(given: string): string {
  let name = given.replaceAll(unsafe, '_').replaceAll(/^[\s.]+|[\s.]+$/g, '');
  while (Buffer.byteLength(name) > MAX_BYTES) name = [...name].slice(0, -1).join('');
  return name === '' ? 'document' : name;
}

/** Names files of one archive: no two alike, on systems that do not tell capitals from small letters either. */
export function makeFileNames(): (name: string, ending: string) => string {
  const taken = new Map<string, number>();
  return (given, ending) => {
    const name = safeFileName(given);
    for (;;) {
      const key = `${name}.${ending}`.toLowerCase();
      const count = (taken.get(key) ?? 0) + 1;
      taken.set(key, count);
      const numbered = count === 1 ? `${name}.${ending}` : `${name} (${count}).${ending}`;
      if (count === 1) return numbered;
      if (!taken.has(numbered.toLowerCase())) {
        taken.set(numbered.toLowerCase(), 1);
        return numbered;
      }
    }
  };
}
