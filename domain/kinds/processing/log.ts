import { code, date, free, integer, objects, primaryKey, reference, string, uuid } from '../declaration/members.ts';
import type { Kind } from '../kind.ts';

/** A request and its response. Operations other than search: api/routes/logs.ts. */
export const log: Kind = {
  name: 'Log',
  path: 'logs',
  table: 'log',
  plural: 'logs',
  description: 'A call between two systems: its request, its response, and how long it took.',
  members: {
    id: primaryKey(),
    ownerType: string({ required: true, description: 'Type of the entity that the log is about.' }),
    ownerId: string({ required: true, description: 'Id of that entity in its own system.' }),
    logType: reference('LogType', { description: 'This or logTypeCode is required; the service fills the other.' }),
    logTypeCode: code({ required: false, filled: true, description: 'Code of the LogType when the log was written.' }),
    startDate: date({ required: true, description: 'When the request was sent.' }),
    request: string({ required: true, description: 'The request, as text.' }),
    response: string({ required: true, description: 'The response, as text.' }),
    resultCode: string({ description: 'Code of the result, such as an HTTP status.' }),
    resultMessage: string({ description: 'The result in words.' }),
    endDate: date({ required: true, description: 'When the response came.' }),
    correlationId: string({
      description: 'The X-Correlation-Id of the request if absent; generated if the request has none.',
    }),
    messageId: string({ description: 'Id of the message in the other system.' }),
    description: string({ description: 'May contain HTML.' }),
    duration: integer({ filled: true, description: 'Milliseconds; endDate minus startDate if absent.' }),
    module: string({ description: 'The module that wrote the log.' }),
    relatedData: free({ required: true, description: 'More data about the call.' }),
    relatedEntities: objects(
      {
        id: uuid({ description: 'Id of this entry.' }),
        name: string({ description: 'Name of the entity.' }),
        refId: string({ description: 'Id of the entity in its own system.' }),
        refType: string({ description: 'Type of the entity.' }),
        type: string({ description: 'How the entity is related.' }),
        subType: string({ description: 'A finer distinction of type.' }),
        data: free({ description: 'More data about the relation.' }),
      },
      { description: 'Other entities that the call concerned.' },
    ),
  },
  operations: ['searchPage', 'count', 'searchListByBody', 'searchPageByBody', 'countByBody'],
  keepsHistory: false,
  codeUses: [{ member: 'logTypeCode', target: 'LogType', column: 'log_type_code' }],
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
