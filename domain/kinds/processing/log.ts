import { code, date, free, integer, objects, reference, string, uuid } from '../declaration/members.ts';
import type { Kind } from '../kind.ts';

/** A request and its response. Operations other than search: api/routes/logs.ts. */
export const log: Kind = {
  name: 'Log',
  path: 'logs',
  table: 'log',
  plural: 'logs',
  members: {
    id: uuid(),
    ownerType: string({ required: true }),
    ownerId: string({ required: true }),
    logType: reference('LogType', { description: 'This or logTypeCode is required; the service fills the other.' }),
    logTypeCode: code({ required: false }),
    startDate: date({ required: true }),
    request: string({ required: true }),
    response: string({ required: true }),
    resultCode: string(),
    resultMessage: string(),
    endDate: date({ required: true }),
    correlationId: string({
      description: 'The X-Correlation-Id of the request if absent; generated if the request has none.',
    }),
    messageId: string(),
    description: string({ description: 'May contain HTML.' }),
    duration: integer({ description: 'Milliseconds; endDate minus startDate if absent.' }),
    module: string(),
    relatedData: free({ required: true }),
    relatedEntities: objects({
      id: uuid(),
      name: string(),
      refId: string(),
      refType: string(),
      type: string(),
      subType: string(),
      data: free(),
    }),
  },
  operations: ['searchPage', 'count', 'searchListByBody', 'searchPageByBody', 'countByBody'],
  keepsHistory: false,
  // Every insert pays for each index. On a column with few values, a trigram index is no faster than a scan.
  unindexedColumns: [
    ...['request', 'response', 'description', 'logType.name', 'auditInfo.whenEdited', 'auditInfo.whoEdited'],
    ...['ownerType~', 'logType.code~', 'logType.name~', 'logTypeCode~', 'resultCode~', 'module~'],
  ],
  check: ({ startDate, endDate }) =>
    typeof endDate === 'string' && typeof startDate === 'string' && endDate < startDate
      ? ['endDate: must not be before startDate']
      : [],
};
