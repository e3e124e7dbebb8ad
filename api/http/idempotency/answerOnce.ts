import type { Transaction } from '../../../db/client.ts';
import {
  ANSWER_HOURS,
  findAnswer,
  insertAnswer,
  type KeyedRequest,
  type StoredAnswer,
} from '../../../db/queries/runtime/storedAnswers.ts';
import { badRequest, ServiceError } from '../../../domain/errors.ts';
import type { Principal } from '../../../domain/identity/principal.ts';
import { kindNamed } from '../../../domain/kinds/index.ts';
import { shownAgain } from '../../../domain/records/showRecord.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';
import { isObject } from '../../../domain/validation/values.ts';
import type { Answer, ApiRequest, Route } from '../route.ts';

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
  const body = await request.json();
  const keyed: KeyedRequest = {
    caller: callerKey(request.principal),
    key,
    fingerprint: fingerprintOf(route, request, body),
  };
  const replay = async (): Promise<Answer | undefined> => {
    const stored = await findAnswer(sql, keyed);
    if (stored && stored.fingerprint !== keyed.fingerprint) throw otherRequest();
    return stored && replayed({ ...stored, body: await bodyInReach(route, request, stored) });
  };
  const earlier = await replay();
  if (earlier) return earlier;
  const storeAnswer = async (transaction: Transaction, answer: Answer): Promise<void> => {
    if (!(await insertAnswer(transaction, keyed, toStored(answer)))) throw new AnsweredMeanwhile();
  };
  try {
    return await route.handle({ ...request, json: async () => body, storeAnswer });
  } catch (error) {
    // The same request may have been served meanwhile, or a connection lost after the commit.
    const answer = await replay();
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

/** The order of members and the white space of a body matter as little as its transport. */
function fingerprintOf(route: Route, { params, query }: ApiRequest, body: unknown): string {
  const parts = [route.method, route.path, params, [...query], sorted(body)];
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, sorted(member)] as const);
  return members.sort(([one], [other]) => (one < other ? -1 : 1));
}

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

const replayed = ({ code, headers, body }: StoredAnswer): Answer => ({
  body,
  code,
  headers: { ...(JSON.parse(headers) as Record<string, string>), 'idempotency-replayed': 'true' },
});
