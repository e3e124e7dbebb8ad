import { code, date, free, localizations, name, primaryKey, string } from '../declaration/members.ts';
import { codedOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

export const logType: Kind = {
  name: 'LogType',
  path: 'log-types',
  table: 'log_type',
  plural: 'log types',
  description: 'A kind of calls between two applications, and how applications show its logs.',
  members: {
    id: primaryKey(),
    code: code(),
    name: name(),
    appFrom: string({ description: 'The application that calls.' }),
    appTo: string({ description: 'The application that is called.' }),
    requestFormCode: string({ description: 'Code of the form that shows the request.' }),
    responseFormCode: string({ description: 'Code of the form that shows the response.' }),
    relDataFormCode: string({ description: 'Code of the form that shows relatedData.' }),
    language: string({ description: 'Language of requests and responses, such as JSON or XML.' }),
    protocol: string({ description: 'Protocol of the calls, such as REST or SOAP.' }),
    formCode: string({ description: 'Code of the form that shows a whole log.' }),
    config: free({ description: 'Settings of applications, which the service stores and does not read.' }),
    description: string({ description: 'Can be shown as a tooltip.' }),
    validityFrom: date({ description: 'Start of the validity period.' }),
    validityTo: date({ description: 'End of the validity period.' }),
    localizationData: localizations({ open: true, description: 'Texts by language code.' }),
  },
  operations: codedOperations,
  keepsHistory: true,
};
