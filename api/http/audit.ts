import { badRequest } from '../../domain/errors.ts';
import type { Principal } from '../../domain/identity/principal.ts';
import { beginAction, type Outcome } from '../../domain/logs/operatorActions.ts';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { describeError } from './errors.ts';
import type { Answer, ApiRequest, Route } from './route.ts';

/** Maximum length of a body and of a response in an entry, in characters. */
const MAX_TEXT = 4_096;

/**
 * Runs the handler of an audited route. The entry of the call is written before the handler starts, and the result
 * before the response is sent. If the result cannot be written, the entry has none; the response is sent anyway.
 *
 * @param requestWith makes the input of the handler from the raw request, whose body has not been read
 */
export async function runAudited(
  route: Route,
  raw: Request,
  requestWith: (raw: Request) => ApiRequest,
): Promise<Answer> {
  const { text, request } = await peek(raw);
  const input = requestWith(request);
  const { services, caller, principal, origin, params, query } = input;
  if (typeof route.audited === 'function' && !route.audited({ query, body: text })) return route.handle(input);
  const action = {
    operation: `${route.method} ${route.path}`,
    title: route.title,
    params,
    query: Object.fromEntries(query),
    ...(text === '' ? {} : { body: text }),
    origin: originOf(principal, origin.address),
  };
  const end = await beginAction(services, action, caller);
  const record = (outcome: Outcome): Promise<void> =>
    end(outcome).catch((error: unknown) => {
      services.log.error({ ...caller, err: error, action }, 'failed to write the result of an audited call');
    });
  try {
    const answer = await route.handle(input);
    await record(outcomeOf(answer));
    return answer;
  } catch (error) {
    const { code, body } = describeError(error, caller.traceId);
    await record({ code, message: body.message, response: JSON.stringify(body).slice(0, MAX_TEXT) });
    throw error;
  }
}

function originOf({ credential, keyName }: Principal, address: string | undefined): Record<string, string> {
  if (credential === 'none') return {};
  return { credential, ...(keyName !== undefined && { keyName }), ...(address !== undefined && { address }) };
}

function outcomeOf(answer: Answer): Outcome {
  if (answer === null || typeof answer === 'string') return { code: 200, response: (answer ?? '').slice(0, MAX_TEXT) };
  const { code = 200, body } = answer;
  return { code, response: typeof body === 'string' ? body.slice(0, MAX_TEXT) : '' };
}

/** Returns the beginning of a body, and a request whose body still starts with it. */
async function peek(raw: Request): Promise<{ text: string; request: Request }> {
  if (raw.body === null) return { text: '', request: raw };
  const reader = raw.body.getReader();
  const first: Uint8Array[] = [];
  let size = 0;
  let complete = false;
  while (size < MAX_TEXT && !complete) {
    const { value, done } = await reader.read().catch((error: unknown) => {
      throw badRequest('The body is incomplete.', [`body: ${messageOf(error)}`]);
    });
    complete = done;
    if (value) {
      first.push(value);
      size += value.byteLength;
    }
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = first.shift() ?? (complete ? undefined : (await reader.read()).value);
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // PostgreSQL stores no NUL characters. A binary file can contain them.
  const text = Buffer.concat(first).subarray(0, MAX_TEXT).toString().replaceAll('\0', '�');
  const { method, headers, signal } = raw;
  return { text, request: new Request(raw.url, { method, headers, signal, body }) };
}
