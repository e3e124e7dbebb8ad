import { badRequest } from '../../domain/errors.ts';
import { beginAction, type Outcome } from '../../domain/logs/operatorActions.ts';
import { errorAnswer } from './errors.ts';
import type { Answer, ApiRequest, Route } from './route.ts';

/** Characters that are kept of a body and of an answer. */
const KEPT = 4_096;

/**
 * Serves a route that is kept in the audit list: the beginning is written before anything is done, the end before it is
 * answered. An end that cannot be written leaves an entry without a result, and the answer stands.
 */
export async function audited(route: Route, raw: Request, asked: (raw: Request) => ApiRequest): Promise<Answer> {
  const { text, request } = await peeked(raw);
  const given = asked(request);
  const { services, caller, params, query } = given;
  const wanted = route.audited;
  if (typeof wanted === 'function' && !wanted({ query, body: text })) return route.handle(given);
  const action = {
    operation: `${route.method} ${route.path}`,
    title: route.title,
    params,
    query: Object.fromEntries(query),
    ...(text === '' ? {} : { body: text }),
  };
  const end = await beginAction(services, action, caller);
  const keep = (outcome: Outcome): Promise<void> =>
    end(outcome).catch((error: unknown) => {
      services.log.error({ ...caller, err: error, action }, 'how an operator’s action ended could not be kept');
    });
  try {
    const answer = await route.handle(given);
    await keep(outcomeOf(answer));
    return answer;
  } catch (error) {
    const { code, body } = errorAnswer(error, caller.traceId);
    const { message } = JSON.parse(body) as { message: string };
    await keep({ code, message, response: body.slice(0, KEPT) });
    throw error;
  }
}

function outcomeOf(answer: Answer): Outcome {
  if (answer === null || typeof answer === 'string') return { code: 200, response: (answer ?? '').slice(0, KEPT) };
  const { code = 200, body } = answer;
  return { code, response: typeof body === 'string' ? body.slice(0, KEPT) : '' };
}

/** The beginning of a body, and the request with all of it still to be read. */
async function peeked(raw: Request): Promise<{ text: string; request: Request }> {
  if (raw.body === null) return { text: '', request: raw };
  const reader = raw.body.getReader();
  const first: Uint8Array[] = [];
  let size = 0;
  let whole = false;
  while (size < KEPT && !whole) {
    const { value, done } = await reader.read().catch((error: unknown) => {
      throw badRequest('The body did not arrive whole.', [`body: ${(error as Error).message}`]);
    });
    whole = done;
    if (value) {
      first.push(value);
      size += value.byteLength;
    }
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = first.shift() ?? (whole ? undefined : (await reader.read()).value);
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  // Of a file that is no text, what cannot be stored is left out.
  const text = Buffer.concat(first).subarray(0, KEPT).toString().replaceAll('\0', '�');
  const { method, headers, signal } = raw;
  return { text, request: new Request(raw.url, { method, headers, signal, body }) };
}
