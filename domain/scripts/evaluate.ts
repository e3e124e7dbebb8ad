import { badRequest, type ServiceError } from '../errors.ts';
import { requestResult } from '../jobs/results.ts';
import type { Caller, Values } from '../kinds/kind.ts';
import { MAX_TIMEOUT_MS, script as scriptKind } from '../kinds/processing/script.ts';
import type { ScriptOutcome } from '../ports/sandbox.ts';
import type { Services } from '../ports/services.ts';
import { submissionOf } from '../queue/context.ts';
import type { EvaluateScript } from '../queue/definitions.ts';
import { findByCode } from '../records/findRecord.ts';
import { parseStored } from '../records/storedText.ts';
import { countProblems } from '../validation/problems.ts';
import { readFreeObject } from '../validation/readFree.ts';
import { describe } from '../validation/values.ts';

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
  const { source, timeoutMs = MAX_TIMEOUT_MS } = parseStored<Values & { source: string; timeoutMs?: number }>(row.doc);
  const payload: Omit<EvaluateScript, 'replyTo' | 'deadline'> = {
    code,
    source,
    timeoutMs,
    input,
    ...submissionOf(caller),
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
