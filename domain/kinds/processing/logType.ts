import { code, date, free, localizations, name, string, uuid } from '../declaration/members.ts';
import { commonOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const logType: Kind = {
  name: 'LogType',
  path: 'log-types',
  table: 'log_type',
  plural: 'log types',
  members: {
    id: uuid(),
    code: code(),
    name: name(),
    appFrom: string(),
    appTo: string(),
    requestFormCode: string(),
    responseFormCode: string(),
    relDataFormCode: string(),
    language: string(),
    protocol: string(),
    formCode: string(),
    config: free(),
    description: string(),
    validityFrom: date(),
    validityTo: date(),
    localizationData: localizations({ open: true }),
  },
  operations: commonOperations,
  keepsHistory: true,
};
