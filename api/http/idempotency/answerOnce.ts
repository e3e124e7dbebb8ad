import type { Transaction } from '../../../db/client.ts';
import {
  ANSWER_HOURS,
  findAnswer,
  insertAnswer,
  type StoredAnswer,
} from '../../../db/queries/runtime/storedAnswers.ts';
import { badRequest, ServiceError } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/identity/principal.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import { shownAgain } from '../../../domain/records/showRecord.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';
import { isObject } from '../../../domain/validation/values.ts';
import type { Answer, ApiRequest, Route } from '../route.ts';
import { fingerprinted } from './fingerprint.ts';

/**
 * Idempotency keys. The answer of a request is stored by the transaction of its write, so that both are there or neither,
 * also if the process dies between the commit and the response. A request with the same key gets the stored answer. If two
 * are served at the same time, by whichever apis, the second waits at the insert of its answer for the commit of the
 * first, is then rolled back, and gets the answer of the first.
 */

/** The name of the header in lower case, as requests have it. */
const HEADER = 'idempotency-key';
const keyPattern = /^[\x21-\x7e]{1,255}$/;

/** Serves a request of a route that accepts the header Idempotency-Key. Errors are not stored: they changed nothing. */
export async function answerOnce(route: Route, request: ApiRequest): Promise<Answer> {
  const key = request.raw.headers.get(HEADER);
  if (key === null) return route.handle(request);
  if (!keyPattern.test(key))
    throw badRequest('A header is malformed.', [
      'Idempotency-Key: must have 1 to 255 visible ASCII characters, such as a UUID',
    ]);
  const { sql } = request.services;
  const caller = callerKey(request.principal);
  const body = await fingerprinted(route, request);
  const replay = async (fingerprint: string): Promise<Answer | undefined> => {
    const stored = await findAnswer(sql, { caller, key });
    if (stored && stored.fingerprint !== fingerprint) throw otherRequest();
    return stored && replayed(route, request, stored);
  };
  if (await findAnswer(sql, { caller, key })) {
    const earlier = await replay(await body.finished());
    if (earlier) return earlier;
  }
  let isStored = false;
  const storeAnswer = async (transaction: Transaction, answer: Answer): Promise<void> => {
    const keyed = { caller, key, fingerprint: await body.finished() };
    if (!(await insertAnswer(transaction, keyed, toStored(answer)))) throw new AnsweredMeanwhile();
    isStored = true;
  };
  try {
    return await route.handle({ ...body.request, storeAnswer });
  } catch (error) {
    // The handler has waited for its Job: to wait once more would not help.
    if (isStored && route.awaitJob) throw error;
    // The same request may have been served meanwhile, or a connection lost after the commit.
    const fingerprint = body.current();
    const answer = fingerprint === undefined ? undefined : await replay(fingerprint);
    if (answer) return answer;
    throw error;
  }
}

/** Rolls back a write: another request with the same key has committed its own. */
class AnsweredMeanwhile extends Error {
  override readonly name = 'AnsweredMeanwhile';
}

/** A user finds its answers by any of its credentials, but for API keys, whose scopes may be narrower. */
const callerKey = ({ keyId, userId }: Principal): string =>
  keyId !== undefined ? `key ${keyId}` : userId === '' ? 'anonymous' : `user ${userId}`;

const otherRequest = (): ServiceError =>
  new ServiceError('UNPROCESSABLE_ENTITY', 'The Idempotency-Key was used for another request.', [
    `Idempotency-Key: was sent with another operation, parameter or body within ${ANSWER_HOURS} hours; send a new key`,
  ]);

/**
 * Returns the body of a stored answer as the caller may see it now. Its rights may have changed since, and a record that
 * is out of its reach is like one that was deleted.
 */
async function bodyInReach(
  { kind: name }: Route,
  { services }: ApiRequest,
  { body }: StoredAnswer,
): Promise<string | null> {
  const kind = kindNamed(name);
  if (!kind || body === null || services.access.unrestricted) return body;
  const answer = parseJson(body);
  // Answers that are no records, such as that of a bulk change, have counts and ids alone.
  if (!isObject(answer) || answer.auditInfo === undefined) return body;
  const shown = await shownAgain(services, kind, body);
  if (shown !== undefined) return shown;
  throw badRequest('The request was served before, and its record is not in reach any more.', [
    `Idempotency-Key: the ${kind.name} that the first request saved does not exist any more, or your access rules do not let you read it`,
  ]);
}

function toStored(answer: Answer): StoredAnswer {
  const { body, headers = {}, code = 200 } = typeof answer === 'string' || answer === null ? { body: answer } : answer;
  if (body !== null && typeof body !== 'string') throw new Error('only a text can be stored as an answer');
  return { code, headers: JSON.stringify(headers), body };
}

/** Returns a stored answer. One that names a Job in place of its results waits for the Job. */
async function replayed(route: Route, request: ApiRequest, stored: StoredAnswer): Promise<Answer> {
  const headers = JSON.parse(stored.headers) as Record<string, string>;
  const jobId = headers['x-job-id'];
  const body =
    route.awaitJob && stored.body === null && jobId !== undefined
      ? await route.awaitJob(request, jobId)
      : await bodyInReach(route, request, stored);
  return { body, code: stored.code, headers: { ...headers, 'idempotency-replayed': 'true' } };
}
