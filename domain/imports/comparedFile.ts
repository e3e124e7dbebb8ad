import { badRequest } from '../errors.ts';
import type { Json, Kind } from '../kinds/kind.ts';
import { Spool } from '../runtime/spool.ts';
import { describe, isObject } from '../validation/values.ts';
import { type CompareField, compareFieldOf } from './stagedRecord.ts';

/** Returns the member by which records are matched, from the envelope as far as it has been read. */
export type ChooseField = (envelope: Json | undefined) => CompareField;

/** The compareField where none is named. Every backup names it, whatever it is compared by later. */
const DEFAULT = 'id';

/** An envelope names another compareField after its records, which were read by `id`. */
class NamedLater extends Error {
  override readonly name = 'NamedLater';
  readonly field: CompareField;

  constructor(field: CompareField) {
    super(`the envelope names the compareField ${field.name} after its records`);
    this.field = field;
  }
}

/** Throws if the records of the file were read by another field than the one that its envelope names after them. */
export function requireField(used: CompareField | undefined, chosen: CompareField): CompareField {
  if (used && used.name !== chosen.name) throw new NamedLater(chosen);
  return chosen;
}

/**
 * Reads a file whose records are matched by the requested member, else by the one that its envelope names, else by id.
 * Members of JSON are in any order: if the envelope names the member after its records, the file is read twice. Throws a
 * 400 if the request and the envelope name different members, unless the envelope has the default.
 *
 * @param requested undefined if the request names none
 */
export async function readCompared<T>(
  kind: Kind,
  requested: string | undefined,
  source: ReadableStream<Uint8Array>,
  read: (bytes: ReadableStream<Uint8Array>, chooseField: ChooseField) => Promise<T>,
): Promise<T> {
  if (requested !== undefined) {
    const field = compareFieldOf(kind, requested);
    return read(source, (envelope) => {
      const named = fieldNamedBy(envelope);
      if (named !== undefined && named !== requested && named !== DEFAULT)
        throw badRequest('The request and the envelope name different members.', [
          `compareField: the query has ${describe(requested)}, and the envelope ${describe(named)}; send the same in both, or in one of them`,
        ]);
      return field;
    });
  }
  const recording = new Recording();
  try {
    return await read(recording.of(source), (envelope) => {
      const named = fieldNamedBy(envelope);
      if (envelope === undefined || named !== undefined) recording.stop();
      return compareFieldOf(kind, named ?? DEFAULT);
    });
  } catch (error) {
    if (!(error instanceof NamedLater)) throw error;
    return await read(recording.replay(), () => error.field);
  } finally {
    await recording.close();
  }
}

/** A member of a wrong type has its problem when the whole envelope is read. */
function fieldNamedBy(envelope: Json | undefined): string | undefined {
  const named = isObject(envelope) ? envelope['compareField'] : undefined;
  return typeof named === 'string' ? named : undefined;
}

/** Records the bytes of a stream while they are read, until it is stopped. */
class Recording {
  readonly #spool = new Spool();
  #isStopped = false;

  of(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return source.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: async (chunk, controller) => {
          if (!this.#isStopped) await this.#spool.write(Buffer.from(chunk));
          controller.enqueue(chunk);
        },
      }),
    );
  }

  stop(): void {
    this.#isStopped = true;
  }

  replay(): ReadableStream<Uint8Array> {
    this.#spool.end();
    return this.#spool.stream();
  }

  close(): Promise<void> {
    this.#isStopped = true;
    return this.#spool.close();
  }
}
