import {
  accessUnconfirmed,
  badRequest,
  CredentialRefused,
  conflict,
  forbidden,
  noLongerStored,
  notFound,
  preconditionFailed,
  ServiceError,
  TooManyRequests,
  unavailable,
} from '../../../domain/errors.ts';
import { SearchUnavailable } from '../../../domain/ports/search.ts';
import { describeError, type ErrorBody } from '../../http/errors.ts';

/** An error as the service answers it. */
interface ErrorExample {
  readonly summary: string;
  readonly value: ErrorBody;
}

const jobId = '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70';

const example = (summary: string, error: unknown): ErrorExample => ({
  summary,
  value: {
    ...describeError(error, '9085f8e43bae4e8ba47cb531ab7e4259').body,
    timestamp: '2026-11-20T09:00:00.000Z',
  },
});

const columns =
  'id, code, name, validityFrom, validityTo, description, localizationData.<path>, form, privilege, icon, auditInfo.version, auditInfo.whoInserted, auditInfo.whenInserted, auditInfo.whoEdited, auditInfo.whenEdited';

/** Examples by the name of their response. test/contracts/errorExamples.test.ts causes each of them. */
export const errorExamples: Readonly<Record<string, Readonly<Record<string, ErrorExample>>>> = {
  BadRequest: {
    members: example(
      'A body with an unknown member, without a required one, and with a malformed value',
      badRequest('The WorklogType has 3 problems.', [
        'nmae: unknown member',
        'name: is required',
        'validityFrom: must be an ISO 8601 date-time with an offset or yyyy-MM-dd, not "yesterday"',
      ]),
    ),
    taken: example(
      'A code that another record has',
      badRequest('The WorklogType cannot be saved.', ['code: "TRAVEL" is taken by another WorklogType']),
    ),
    unknownRecord: example(
      'A reference to a record that does not exist',
      badRequest('The User cannot be saved.', ['type: no UserType has the code "PLUMBER"']),
    ),
    oldVersion: example(
      'A change of a version that is not the latest one',
      badRequest('The WorklogType was changed by another since it was read.', [
        'auditInfo.version: 1 was sent, the record is at 2',
      ]),
    ),
    state: example(
      'A change that the state of the record does not allow',
      badRequest('The JobStep cannot be changed.', ['status: cannot go from NEW to COMPLETED, only to IN_PROGRESS']),
    ),
    filtering: example(
      'A filtering that names an unknown member',
      badRequest('The filtering cannot be read.', [
        `filtering.filters[0].column: WorklogType has no member "colour", allowed are ${columns}`,
      ]),
    ),
    parameter: example(
      'An unknown query parameter',
      badRequest('A query parameter is unknown.', ['field: unknown query parameter, did you mean fields?']),
    ),
    syntax: example(
      'A body that is not JSON',
      badRequest('The body is not JSON.', ['body: line 3, column 3: must be a name in double quotes, not "name"']),
    ),
  },
  BadRequestOfJob: {
    script: example(
      'A script that fails',
      badRequest('The script "double" failed.', [
        "source: line 1, column 29: TypeError: cannot read property 'toFixed' of undefined",
      ]),
    ),
  },
  Unauthorized: {
    credential: example('A request without a valid credential', new CredentialRefused('')),
    signIn: example(
      'A sign-in with a wrong password',
      new ServiceError('UNAUTHORIZED', 'The code or the password is wrong, or the user cannot sign in.'),
    ),
  },
  Forbidden: {
    right: example(
      'A caller who may only read',
      forbidden('Your access rules do not allow this operation.', ['WorklogType: the operation needs READ_WRITE']),
    ),
    origin: example(
      'A request that the page of another site sends',
      forbidden('The request comes from a web page of another origin.', [
        'Origin: "https://shop.example" is not the origin of the service, nor one of ALLOWED_ORIGINS',
      ]),
    ),
  },
  NotFound: {
    record: example(
      'An id that no record has',
      notFound(`No Job has the id "${jobId}".`, [`id: no Job has the id "${jobId}"`]),
    ),
  },
  LeaseLost: {
    lapsed: example(
      'A report after the end of the lease',
      conflict('The worker has lost the leases of all these steps; nothing was changed.', [
        `steps[0]: the worker "tour-1" has no lease of the step ${jobId} with the token 1`,
      ]),
    ),
  },
  Gone: {
    cursor: example(
      'A cursor of changes that are no longer stored',
      noLongerStored('Changes after the cursor have been deleted.', [
        'after: the changes behind it are not stored any more; read the records themselves, then follow the changes from a cursor that was read before',
      ]),
    ),
  },
  PreconditionFailed: {
    changed: example(
      'A change of a record that has changed since it was read',
      preconditionFailed('The WorklogType was changed since it was read.', [
        'If-Match: the WorklogType has the ETag "F9TS3FOhJdxJGh6PWtS5KS" now',
      ]),
    ),
  },
  KeyUsed: {
    otherBody: example(
      'The key of an earlier request with another body',
      new ServiceError('UNPROCESSABLE_ENTITY', 'The Idempotency-Key was used for another request.', [
        'Idempotency-Key: was sent with another operation, parameter or body within 24 hours; send a new key',
      ]),
    ),
  },
  TooManyRequests: {
    rate: example(
      'More requests than a caller may send',
      new TooManyRequests('The caller has sent more requests per second than RATE_PER_CALLER allows.', 1),
    ),
  },
  HeadTooLarge: {
    url: example(
      'A URL of more than 256 KB',
      new ServiceError('REQUEST_HEADER_FIELDS_TOO_LARGE', 'The URL and the headers of the request are too large.', [
        'head: has 262406 bytes, at most 262144 are allowed; send a long filtering by POST to /search/list, /search/page or /search/count',
      ]),
    ),
  },
  Failure: {
    unexpected: example('A fault of the service, whose log has the reason', new Error()),
    search: example('A search while the search engine does not respond', new SearchUnavailable('')),
  },
  FailureOfJob: {
    late: example(
      'No worker has done the work in time',
      unavailable(`The script "double" has no result after 60 s; it is the job ${jobId} of the queue script.evaluate.`),
    ),
  },
  Unconfirmed: {
    provider: example('The OpenID provider or the database does not respond', accessUnconfirmed()),
  },
};
