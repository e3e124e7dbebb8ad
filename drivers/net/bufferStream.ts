import { type Readable, Transform, type TransformCallback } from 'node:stream';

/**
 * The same bytes in one piece. A message is made in a dozen small ones, and each would be a write to its connection, and
 * a read at the other end: a fifth of what it costs to send it. For small messages: of a large one, it would not be known
 * any more how much its connection has taken.
 */
export function bufferStream(source: Readable): Readable {
  const pieces: Buffer[] = [];
  const stream = new Transform({
    transform(piece: Buffer, _, done: TransformCallback) {
      pieces.push(piece);
      done();
    },
    flush: (done) => done(null, Buffer.concat(pieces)),
  });
  source.once('error', (error) => stream.destroy(error));
  return source.pipe(stream);
}
