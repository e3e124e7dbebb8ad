import type { Schema } from '../http/route.ts';
import { arrayOf, flag, id, moment, text } from './schemas.ts';

/** How many of the records. */
const extent: Schema = { type: 'string', enum: ['all', 'some', 'none'] };

const extentOrFlag: Schema = { oneOf: [flag, extent] };

/** Schemas of credentials and callers that no members declare. */
export const accessSchemas = {
  SignedIn: {
    type: 'object',
    required: ['user', 'name', 'credential'],
    properties: {
      user: { ...text, description: 'Code of the user; `anonymous` while AUTH is off.' },
      name: text,
      credential: { ...text, enum: ['token', 'key', 'session', 'certificate', 'none'] },
      expiresAt: { ...moment, description: 'When the credential ends.' },
    },
    additionalProperties: false,
  },
  SignedOut: {
    type: 'object',
    properties: {
      endSessionUrl: {
        ...text,
        description: 'Where the browser signs out at the OpenID provider, if the session began there.',
      },
    },
    additionalProperties: false,
  },
  AccessExplanation: {
    type: 'object',
    required: ['read', 'write', 'because', 'rules'],
    properties: {
      read: { ...extentOrFlag, description: 'Whether the record may be read; without a record, how many of the kind.' },
      write: extentOrFlag,
      because: { ...text, description: 'A summary in a sentence.' },
      rules: {
        ...arrayOf({
          type: 'object',
          required: ['id', 'code', 'gives', 'because'],
          properties: {
            id,
            code: text,
            gives: { ...text, enum: ['READ', 'READ_WRITE', 'NONE'] },
            because: {
              ...text,
              description:
                'Sentences: the roles and groups by which the user has the rule, periods that do not hold, the filters with their placeholders filled in, and those that the record does not match.',
            },
          },
          additionalProperties: false,
        }),
        description: 'All rules of the user that concern the kind, those too that give nothing now.',
      },
    },
    additionalProperties: false,
  },
  AccessCheckResult: {
    type: 'object',
    required: ['allowed'],
    properties: { allowed: flag },
    additionalProperties: false,
  },
  Me: {
    type: 'object',
    required: ['user', 'name', 'credential', 'roles', 'groups', 'access'],
    properties: {
      user: { ...text, description: 'Code of the user; `anonymous` while AUTH is off.' },
      name: text,
      credential: { ...text, enum: ['token', 'key', 'session', 'certificate', 'none'] },
      authentication: { ...text, description: 'How the user signs in; absent while AUTH is off.' },
      keyName: { ...text, description: 'Name of the API key, if the credential is one.' },
      roles: { ...arrayOf(text), description: 'Codes of the roles, those of the groups too.' },
      groups: { ...arrayOf(text), description: 'Codes of the current groups.' },
      access: arrayOf({
        type: 'object',
        required: ['entityName', 'read', 'write'],
        properties: {
          entityName: { ...text, description: 'A kind, or a reserved entity such as `Admin`.' },
          read: extent,
          write: extent,
        },
        additionalProperties: false,
      }),
    },
    additionalProperties: false,
  },
} satisfies Record<string, Schema>;
