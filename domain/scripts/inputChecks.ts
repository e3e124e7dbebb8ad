import type { JsonObject } from '../kinds/kind.ts';
import type { RecordRow } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { compileInputSchema, type InputCheck } from '../validation/schemas/inputSchema.ts';
import { isObject } from '../validation/values.ts';

/** Maximum number of cached checks. Compiling a schema takes longer than most scripts run. */
const MAX_CHECKS = 200;

/** Caches the compiled input schemas of scripts by version. */
export class InputChecks {
  readonly #checks = new Map<string, InputCheck>();

  of({ id, version, incarnation, doc }: RecordRow): InputCheck {
    const key = `${id} ${incarnation} ${version}`;
    const known = this.#checks.get(key);
    if (known) return known;
    const { inputSchema } = parseStored<{ inputSchema?: JsonObject }>(doc);
    const compiled = isObject(inputSchema) ? compileInputSchema(inputSchema) : () => [];
    const check = Array.isArray(compiled) ? () => compiled : compiled;
    if (this.#checks.size >= MAX_CHECKS) this.#checks.clear();
    this.#checks.set(key, check);
    return check;
  }
}
