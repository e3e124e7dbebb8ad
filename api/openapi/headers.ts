import type { Schema, SuccessHeader } from '../http/route.ts';
import { headText, id, oneOf, whole } from './schemas.ts';

/** Headers of requests. */
export const parameters: Record<string, Schema> = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    schema: headText,
    example: 'crm-2026-11-20-0001',
    description:
      'Returned in the response if it has 1 to 128 visible characters of ASCII. Otherwise, or if it is absent, the service generates one.',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '5f0c1c2e-6f0e-4f2b-9d6a-1f9f7f1c8a11',
    description:
      'Makes a repetition of the request safe: within 24 hours, the same request with the same key gets the answer of the first that succeeded, and changes nothing. Send a new UUID for each new request.',
  },
  CorrelationId: {
    name: 'X-Correlation-Id',
    in: 'header',
    schema: { ...headText, maxLength: 1_024 },
    example: 'order-4711',
    description: 'Returned in the response, and passed on to jobs, logs and calls that the request causes.',
  },
};

/** Headers of responses. */
export const headers: Record<string, Schema> = {
  IdempotencyReplayed: {
    schema: { type: 'string', const: 'true' },
    example: 'true',
    description: 'Present if the answer is that of an earlier request with the same Idempotency-Key.',
  },
  RequestId: {
    schema: { ...headText, maxLength: 128 },
    example: 'crm-2026-11-20-0001',
    required: true,
    description: 'That of the request, or a generated one. It is in the log lines of the request.',
  },
  CorrelationId: {
    schema: headText,
    example: 'order-4711',
    description: 'That of the request; absent if the request has none.',
  },
  Deprecation: {
    schema: { type: 'string', maxLength: 20, pattern: '^@\\d+$' },
    example: '@1795305600',
    required: true,
    description: 'Since when the operation is deprecated, in seconds since 1970 (RFC 9745).',
  },
  Successor: {
    schema: headText,
    example: '</api/v2/user-group-types/search/list>; rel="successor-version"',
    required: true,
    description: 'The URL that replaces that of the deprecated operation.',
  },
  JobId: {
    schema: id,
    example: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70',
    description: 'Id of the Job that the call has started, or of the queue job that it has waited for.',
  },
  JobExisting: {
    schema: oneOf(['true']),
    example: 'true',
    description: 'Present if nothing was created: the answer is the job that exists with the key of `unique`.',
  },
  Warnings: {
    schema: headText,
    example: 'config: has no template of a channel, so that the rule sends nothing',
    description:
      'What is valid in the saved record or the document, but probably not intended; separated by a semicolon and a space. Absent if there is nothing.',
  },
  NextCursor: {
    schema: headText,
    example: 'AbX3v1mZ0aQp8sT5uWb2c4w',
    description: 'Cursor of the next part: send it as the parameter after. Absent in the last part.',
  },
  Next: {
    schema: headText,
    example: '</api/v2/users/search/list?filtering=%7B%7D&after=AbX3v1mZ0aQp8sT5uWb2c4w>; rel="next"',
    description: 'The URL of the next part (RFC 8288), if there is one of up to 8,000 characters.',
  },
  TemplateVersion: {
    schema: whole(1),
    example: 3,
    description: 'Version of the template of the document.',
  },
  AppendedVersions: {
    schema: headText,
    example: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70:5',
    description: 'Ids and versions of the templates that the document appends, if there are any.',
  },
  NotificationIds: {
    schema: headText,
    example: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f70,0198c0de-7a52-7e11-8a04-c6b39f2d7715',
    description:
      'Ids of the accepted notifications, separated by commas, in the order of the body. Of a larger batch, the first 100.',
  },
};

/** Headers of every response. */
export const responseHeaders: Schema = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'X-Correlation-Id': { $ref: '#/components/headers/CorrelationId' },
};

/** Headers of the successes of some operations. */
export const successHeaders: Record<SuccessHeader, Schema> = {
  'X-Job-Existing': { $ref: '#/components/headers/JobExisting' },
  'X-Job-Id': { $ref: '#/components/headers/JobId' },
  'X-Notification-Ids': { $ref: '#/components/headers/NotificationIds' },
  'X-Next-Cursor': { $ref: '#/components/headers/NextCursor' },
  Link: { $ref: '#/components/headers/Next' },
  'X-Template-Version': { $ref: '#/components/headers/TemplateVersion' },
  'X-Appended-Versions': { $ref: '#/components/headers/AppendedVersions' },
  'X-Warnings': { $ref: '#/components/headers/Warnings' },
};
