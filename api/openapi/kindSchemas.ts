import { jobTypes } from '../../domain/jobTypes/index.ts';
import { auditMembers } from '../../domain/kinds/declaration/members.ts';
import type { Kind, Reference } from '../../domain/kinds/kind.ts';
import { jobStep } from '../../domain/kinds/processing/jobStep.ts';
import type { Schema } from '../http/route.ts';
import { type Direction, inputName, nameIn, type ObjectSchema, objectOf, referenceName } from './memberSchemas.ts';
import { anyObject, arrayOf, ref, text } from './schemas.ts';

/**
 * Schemas of the records of a kind, made of one declaration: one of what responses have, and one of what requests have. A
 * record as it was read can be sent back, so that the second accepts what the first one describes.
 */

type Declared = Pick<Kind, 'name' | 'description' | 'members' | 'references'>;

/** Returns the schema of a record in a response. What always comes is required. */
export function recordSchema(kind: Declared): Schema {
  const schema = objectWithAudit(kind, 'response');
  for (const { member, target } of embeddedReferences(kind)) {
    const { description = '' } = kind.members[member] ?? {};
    schema.properties[member] = { anyOf: [ref(target), ref(referenceName(target))], description };
  }
  return { ...schema, description: `${kind.description} This is its form in responses.` };
}

/** Returns the schema of a record in a request that creates or replaces it. */
export function recordInputSchema(kind: Declared): Schema {
  return {
    ...objectWithAudit(kind, 'request'),
    description: `The form of a ${kind.name} in requests that create or replace it: what the service fills is optional.`,
  };
}

/** The references whose records responses show whole. */
export const embeddedReferences = ({ references = [] }: Pick<Kind, 'references'>): Reference[] =>
  references.filter(({ embedded }) => embedded === true);

function objectWithAudit({ name, members }: Declared, direction: Direction): ObjectSchema {
  const schema = objectOf(members, direction);
  const { required = [], properties } = schema;
  const audited = {
    ...schema,
    ...(direction === 'response' && { required: [...required, 'auditInfo'] }),
    properties: { ...properties, auditInfo: ref(nameIn(direction, 'AuditInfo')) },
  };
  return particular[name]?.(audited, direction) ?? audited;
}

/** The name of the schema of a step inside a new Job. */
const stepOfJob = inputName('StepOfJob');

/** Returns the schemas of the parts of records that are no kinds: auditInfo, and the steps and the data of a Job. */
export function partSchemas(): Record<string, Schema> {
  const { required = [], ...step } = objectWithAudit(jobStep, 'request');
  return {
    AuditInfo: {
      ...objectOf(auditMembers, 'response'),
      description:
        'Who wrote a record, when, and in which version: maintained by the service, and complete in each response.',
    },
    [stepOfJob]: {
      ...step,
      required: required.filter((name) => name !== 'jobId'),
      description: 'A step inside a new Job. It may lack the id of the Job.',
    },
    ...Object.fromEntries(
      typesWithData.map((type) => [
        jobDataSchema(type),
        { ...objectOf(jobTypes[type].data), description: `\`data\` of a Job of the type ${type}.` },
      ]),
    ),
  };
}

/** The name of the schema for `data` of a managed Job type: `DataOfReindexLogs` for REINDEX_LOGS. */
const jobDataSchema = (type: string): string =>
  `DataOf${type.toLowerCase().replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`;

/** Other types have no data. A schema of an object without members is no type to generators of clients. */
const typesWithData = Object.entries(jobTypes)
  .filter(([, { data }]) => Object.keys(data).length > 0)
  .map(([type]) => type as keyof typeof jobTypes);

/** Constraints of records that their members alone do not express. */
const particular: Readonly<Record<string, (schema: ObjectSchema, direction: Direction) => ObjectSchema>> = {
  // Not anyOf, of which generators of clients make no class.
  Log: (schema, direction) =>
    direction === 'request'
      ? { ...schema, if: { required: ['logType'] }, else: { required: ['logTypeCode'] } }
      : schema,
  Job: (schema, direction) => ({
    ...schema,
    properties: {
      ...schema.properties,
      data: {
        anyOf: [{ ...anyObject, examples: [{}] }, ...typesWithData.map((type) => ref(jobDataSchema(type)))],
        description:
          'Input of the job. The schema DataOf… of a built-in type describes it; a type of the client takes any object.',
      },
      ...(direction === 'request'
        ? {
            callbackSecret: {
              ...text,
              minLength: 1,
              maxLength: 1_000,
              description: 'Signs the posts to callbackUrl. A client sends it with a new job; no response contains it.',
            },
            jobSteps: { ...arrayOf(ref(stepOfJob)), description: 'The first steps of a new job.' },
          }
        : {
            jobSteps: {
              ...arrayOf(ref('JobStep')),
              description: 'Returned with expand=JOB_STEPS and in the response to the creation.',
            },
          }),
    },
  }),
};
