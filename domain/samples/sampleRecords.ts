import { shippedTemplateRecords } from '../documents/shippedTemplates.ts';
import { kindNamed } from '../kinds/index.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import further from './furtherRecords.json' with { type: 'json' };
import { numbers, sampleId, uuidOf } from './sampleIds.ts';
import { sampleMakers, templatesOfRules } from './sampleMakers.ts';

/** Returns a record without its id. */
export function sampleRecord(kind: string, number: number = numbers.stored): JsonObject {
  const make = sampleMakers[kind] ?? createdByClients[kind];
  if (!make) throw new Error(`the samples have no ${kind}`);
  return make(number);
}

/** Records that the first start does not add: the examples create them. */
const createdByClients: Readonly<Record<string, (number: number) => JsonObject>> = {
  Log: () => ({
    ownerType: 'Ticket',
    ownerId: 'T-1001',
    logTypeCode: 'ORDER_EXPORT',
    startDate: '2026-11-20T08:00:00.000Z',
    endDate: '2026-11-20T08:00:01.500Z',
    request: '{"customer":"C-17"}',
    response: '{"order":"O-4711"}',
    resultCode: '200',
    relatedData: {},
  }),
  Job: () => ({ startDate: '2026-11-20T09:00:00.000Z', status: 'NEW', jobType: 'METER_READING', closed: false }),
  JobStep: (number) => ({
    name: ['read', 'check'][number] ?? 'report',
    status: number === numbers.failed ? 'FAILED' : 'NEW',
    jobId: sampleId('Job'),
    chunkId: uuidOf('b23f90', number),
    chunk: ['meter-1', 'meter-2'],
  }),
};

export const isSampleKind = (name: string): boolean =>
  Object.hasOwn(sampleMakers, name) || Object.hasOwn(createdByClients, name);

/** Numbers of stored records besides those that every kind has. */
const linked: Readonly<Record<string, readonly number[]>> = {
  Role: [6, 7, 8, 9, 10, 11],
  User: [numbers.member],
  FormatterTemplate: templatesOfRules,
};

export interface StoredSamples {
  readonly kind: Kind;
  readonly records: readonly JsonObject[];
}

/** Returns the records that a first start adds, in the order of their creation. */
export function storedSamples(): StoredSamples[] {
  const others: Readonly<Record<string, readonly unknown[]>> = {
    ...further,
    FormatterTemplate: shippedTemplateRecords(),
  };
  return Object.keys(sampleMakers).map((name) => {
    const kind = kindNamed(name);
    if (!kind) throw new Error(`the samples name a kind that does not exist: ${name}`);
    const { stored, deleted, deletedById } = numbers;
    const records = [stored, deleted, deletedById, ...(linked[name] ?? [])].map((number) => ({
      id: sampleId(name, number),
      ...sampleRecord(name, number),
    }));
    return { kind, records: [...records, ...((others[name] ?? []) as JsonObject[])] };
  });
}
