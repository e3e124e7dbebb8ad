import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { TestApi } from '../api.ts';
import { expectOk } from './expectations.ts';

export const sampleLog = (members: JsonObject = {}): JsonObject => ({
  ownerType: 'Ticket',
  ownerId: 'T-1',
  logTypeCode: 'CRM_CALL',
  startDate: '2026-11-20T08:00:00.000Z',
  endDate: '2026-11-20T08:00:01.500Z',
  request: '<a/>',
  response: '<b/>',
  relatedData: {},
  ...members,
});

/** Stores a log that differs from the sample in these members. */
export const storeLog = (
  api: TestApi,
  members: JsonObject = {},
  headers: Record<string, string> = {},
): Promise<JsonObject & { id: string }> => expectOk(api.request('POST', '/logs', sampleLog(members), headers));
