import type { Schema } from '../http/route.ts';
import { arrayOf, flag, id, moment, oneOf, text } from './schemas.ts';

/** How many of the records. */
const extent = oneOf(['all', 'some', 'none']);

const extentOrFlag: Schema = { oneOf: [flag, extent] };

const nameOfUser: Schema = { ...text, description: 'Name of the user.' };

const credential: Schema = {
  type: 'string',
  enum: ['token', 'key', 'session', 'certificate', 'none'],
  description: 'Kind of the credential by which the request proves its user; `none` while AUTH is off.',
};

/** Schemas of credentials and callers that no members declare. */
export const accessSchemas = {
  SignedIn: {
    type: 'object',
    required: ['user', 'name', 'credential'],
    properties: {
      user: { ...text, description: 'Code of the user; `anonymous` while AUTH is off.' },
      name: nameOfUser,
      credential,
      expiresAt: { ...moment, description: 'When the credential ends.' },
    },
    additionalProperties: false,
    description: 'Who is signed in.',
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
    description: 'What the browser does after the sign-out.',
  },
  AccessExplanation: {
    type: 'object',
    required: ['read', 'write', 'because', 'rules'],
    properties: {
      read: { ...extentOrFlag, description: 'Whether the record may be read; without a record, how many of the kind.' },
      write: { ...extentOrFlag, description: 'The same for writing.' },
      because: { ...text, description: 'A summary in a sentence.' },
      rules: {
        ...arrayOf({
          type: 'object',
          required: ['id', 'code', 'gives', 'because'],
          properties: {
            id: { ...id, description: 'Id of the rule.' },
            code: { ...text, description: 'Code of the rule.' },
            gives: {
              type: 'string',
              enum: ['READ', 'READ_WRITE', 'NONE'],
              description: 'The right that the rule gives now.',
            },
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
    description: 'Which rights a user has, and why.',
  },
  AccessCheckResult: {
    type: 'object',
    required: ['allowed'],
    properties: { allowed: { ...flag, description: 'Whether the user has the right.' } },
    additionalProperties: false,
    description: 'The answer to one check.',
  },
  Me: {
    type: 'object',
    required: ['user', 'name', 'credential', 'roles', 'groups', 'access'],
    properties: {
      user: { ...text, description: 'Code of the user; `anonymous` while AUTH is off.' },
      name: nameOfUser,
      credential,
      authentication: { ...text, description: 'How the user signs in; absent while AUTH is off.' },
      keyName: { ...text, description: 'Name of the API key, if the credential is one.' },
      roles: { ...arrayOf(text), description: 'Codes of the roles, those of the groups too.' },
      groups: { ...arrayOf(text), description: 'Codes of the current groups.' },
      access: {
        ...arrayOf({
          type: 'object',
          required: ['entityName', 'read', 'write'],
          properties: {
            entityName: { ...text, description: 'A kind, or a reserved entity such as `Admin`.' },
            read: { ...extent, description: 'How many records the caller reads.' },
            write: { ...extent, description: 'How many records the caller writes.' },
          },
          additionalProperties: false,
        }),
        description: 'The rights of the caller.',
      },
    },
    additionalProperties: false,
    description: 'The caller and its rights.',
  },
} satisfies Record<string, Schema>;
