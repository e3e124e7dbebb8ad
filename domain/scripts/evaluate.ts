import { badRequest, type ServiceError } from '../errors.ts';
import { requestResult } from '../jobs/results.ts';
import type { Caller, JsonObject, Values } from '../kinds/kind.ts';
import { MAX_TIMEOUT_MS, script as scriptKind } from '../kinds/processing/script.ts';
import type { ScriptOutcome } from '../ports/sandbox.ts';
import type { Services } from '../ports/services.ts';
import { contextOf } from '../queue/context.ts';
import type { EvaluateScript } from '../queue/definitions.ts';
import { findByCode } from '../records/findRecord.ts';
import type { RecordRow } from '../records/record.ts';
import { compileInputSchema, type InputCheck } from '../validation/inputSchema.ts';
import { countProblems } from '../validation/problems.ts';
import { readFreeObject } from '../validation/readFree.ts';
import { describe, isObject } from '../validation/values.ts';

/** Maximum length of the input in characters: a script has 64 MB of memory. */
const MAX_INPUT = 4 * 1024 * 1024;

/** Has a worker evaluate a stored script with this input. Returns the result as JSON text. */
export async function evaluateScript(
  services: Services,
  code: string,
  body: unknown,
  { caller, signal }: { caller: Caller; signal: AbortSignal },
): Promise<string> {
  const problems: string[] = [];
  const value = readFreeObject(body, problems);
  // As text, because jsonb, in which the queue stores payloads, does not preserve the order of members.
  const input = problems.length === 0 ? JSON.stringify(value) : '';
  if (input.length > MAX_INPUT) problems.push(`body: must have at most ${MAX_INPUT / 1024 / 1024} MB as JSON`);
  const row = await findByCode(services, scriptKind, code);
  if (!row) problems.unshift(`scriptCode: no Script has the code ${describe(code)}`);
  else if (problems.length === 0) problems.push(...services.inputChecks.of(row)(value));
  if (!row || problems.length > 0)
    throw badRequest(`The script cannot be evaluated: ${countProblems(problems)}.`, problems);
  const { source, timeoutMs = MAX_TIMEOUT_MS } = JSON.parse(row.doc) as Values & { source: string; timeoutMs?: number };
  const payload: Omit<EvaluateScript, 'replyTo' | 'deadline'> = {
    code,
    source,
    timeoutMs,
    input,
    context: contextOf(caller),
  };
  return requestResult(services, 'script.evaluate', payload, { what: `The script ${describe(code)}`, signal });
}

/** The reply to the caller of a run: JSON text or an error. */
export function outcomeOf(code: string, outcome: ScriptOutcome): string | ServiceError {
  if (!('problem' in outcome) && outcome.returned === 'object') return outcome.json;
  return badRequest(`The script ${describe(code)} failed.`, [`source: ${problemOf(outcome)}`]);
}

function problemOf(outcome: ScriptOutcome): string {
  if (!('problem' in outcome)) return `must return an object, not ${describeReturned(outcome.returned)}`;
  const { problem, line, column } = outcome;
  return line === undefined ? problem : `line ${line}, column ${column}: ${problem}`;
}

function describeReturned(type: string): string {
  if (type === 'nothing' || type === 'null') return type;
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** Maximum number of cached checks. Compiling a schema takes longer than most scripts run. */
const MAX_CHECKS = 200;

/** Caches the compiled input schemas of scripts by version. */
export class InputChecks {
  readonly #checks = new Map<string, InputCheck>();

  of({ id, version, incarnation, doc }: RecordRow): InputCheck {
    const key = `${id} ${incarnation} ${version}`;
    const known = this.#checks.get(key);
    if (known) return known;
    const { inputSchema } = JSON.parse(doc) as { inputSchema?: JsonObject };
    const compiled = isObject(inputSchema) ? compileInputSchema(inputSchema) : () => [];
    const check = Array.isArray(compiled) ? () => compiled : compiled;
    if (this.#checks.size >= MAX_CHECKS) this.#checks.clear();
    this.#checks.set(key, check);
    return check;
  }
}
