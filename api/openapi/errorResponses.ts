import type { Route, Schema } from '../http/route.ts';
import { errorExamples } from './examples/errorExamples.ts';
import { responseHeaders, successHeaders } from './headers.ts';
import { ref, whole } from './schemas.ts';

const errorNames: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'LeaseLost',
  410: 'Gone',
  412: 'PreconditionFailed',
  422: 'KeyUsed',
  429: 'TooManyRequests',
  431: 'HeadTooLarge',
  500: 'Failure',
  503: 'Unconfirmed',
};

/** Responses of operations that name the job that they have started. */
const errorNamesOfJob: Readonly<Record<number, string>> = { 400: 'BadRequestOfJob', 500: 'FailureOfJob' };

/** Returns the response of a route to a request that fails with a code; undefined for codes of successes. */
export function errorResponseOf({ waits, headers }: Route, code: number): Schema | undefined {
  const namesJob = waits || headers?.includes('X-Job-Id');
  const name = (namesJob ? errorNamesOfJob[code] : undefined) ?? errorNames[code];
  return name === undefined ? undefined : { $ref: `#/components/responses/${name}` };
}

interface Described {
  readonly description: string;
  /** In addition to those of all responses. */
  readonly headers?: Schema;
}

const described: Readonly<Record<string, Described>> = {
  BadRequest: {
    description:
      'The request is invalid, or the current state does not allow it. Nothing was changed; the body lists what is wrong.',
  },
  Unauthorized: {
    description: 'The credential is missing, invalid, expired or revoked.',
    headers: {
      'WWW-Authenticate': {
        schema: { type: 'string', const: 'Bearer' },
        required: true,
        description: 'The scheme of the credential that the operation expects.',
        example: 'Bearer',
      },
    },
  },
  Forbidden: {
    description: 'The caller may not do this, or a web page that does not belong to the service sent the request.',
  },
  NotFound: { description: 'The record does not exist.' },
  LeaseLost: {
    description: 'The worker has lost the leases of all steps of the request; nothing was changed.',
  },
  Gone: { description: 'What the request refers to has been deleted.' },
  PreconditionFailed: {
    description: 'A condition of the request on the record does not hold; nothing was changed.',
  },
  KeyUsed: {
    description: 'The Idempotency-Key was sent with another request within 24 hours; send a new key.',
  },
  TooManyRequests: {
    description: 'The caller sent too many requests, or tried too often to sign in. Retry after the pause.',
    headers: {
      'Retry-After': {
        schema: whole(1),
        required: true,
        description: 'Seconds to wait before the next request.',
        example: 1,
      },
    },
  },
  HeadTooLarge: {
    description: 'The URL and the headers of the request are too large. Send a long filtering as a body.',
  },
  Failure: { description: 'The service failed. Its log has the reason, by the trace id.' },
  BadRequestOfJob: {
    description: 'The request is invalid, or the job that the call started has failed. The body lists what is wrong.',
    headers: { 'X-Job-Id': successHeaders['X-Job-Id'] },
  },
  FailureOfJob: {
    description:
      'The service failed, or the job that the call started did not end in time. The log has the reason, by the trace id.',
    headers: { 'X-Job-Id': successHeaders['X-Job-Id'] },
  },
  Unconfirmed: {
    description: 'The service cannot confirm who the caller is or what it may do. Retry later.',
  },
};

/** The shared responses of requests that fail, each with its examples. */
export const errorResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(described).map(([name, { description, headers }]) => {
    const examples = errorExamples[name];
    if (!examples)
      throw new Error(`the response ${name} has no example; api/openapi/examples/errorExamples.ts has them`);
    return [
      name,
      {
        description,
        headers: { ...responseHeaders, ...headers },
        content: { 'application/json': { schema: ref('ErrorBody'), examples } },
      } as unknown as Schema,
    ];
  }),
);
