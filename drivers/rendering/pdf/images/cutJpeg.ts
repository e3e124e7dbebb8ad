const START_OF_SCAN = 0xda;
const END = Buffer.from([0xff, 0xd9]);

/** Whether a JPEG ends before its image does, as one whose transfer was interrupted. Its thumbnail may be whole. */
export function isCutJpeg(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    if (file[at + 1] === START_OF_SCAN) return file.indexOf(END, at) < 0;
    at += 2 + file.readUInt16BE(at + 2);
  }
  return false;
}
