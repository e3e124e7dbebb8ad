import { code, date, free, integer, objects, reference, string, uuid } from '../declaration/members.ts';
import type { Kind } from '../kind.ts';

/** An exchanged request and response. Its operations but search are routes of its own (api/routes/logs.ts). */
export const log: Kind = {
  name: 'Log',
  path: 'logs',
  table: 'log',
  plural: 'logs',
  members: {
    id: uuid(),
    ownerType: string({ required: true }),
    ownerId: string({ required: true }),
    logType: reference('LogType', { description: 'Either this or logTypeCode; the other is filled.' }),
    logTypeCode: code({ required: false }),
    startDate: date({ required: true }),
    request: string({ required: true }),
    response: string({ required: true }),
    resultCode: string(),
    resultMessage: string(),
    endDate: date({ required: true }),
    correlationId: string({ description: 'Filled from X-Correlation-Id when absent.' }),
    messageId: string(),
    description: string({ description: 'May contain HTML.' }),
    duration: integer({ description: 'Milliseconds; endDate minus startDate when absent.' }),
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
  operations: ['searchPage', 'count'],
  keepsHistory: false,
  // Each index costs every log that is stored; trigrams of a column with few values find nothing that a scan does not.
  unindexedColumns: [
    ...['request', 'response', 'description', 'logType.name', 'auditInfo.whenEdited', 'auditInfo.whoEdited'],
    ...['ownerType~', 'logType.code~', 'logType.name~', 'logTypeCode~', 'resultCode~', 'module~'],
  ],
  check: ({ startDate, endDate }) =>
    (endDate as string) < (startDate as string) ? ['endDate: must not be before startDate'] : [],
};
