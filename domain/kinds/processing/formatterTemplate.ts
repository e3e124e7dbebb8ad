import { checkTemplate } from '../../documents/templates/checkTemplate.ts';
import { MAX_TEMPLATE } from '../../documents/templates/parseTemplate.ts';
import { placed } from '../../documents/templates/templateFault.ts';
import type { Template } from '../../ports/rendering.ts';
import { code, free, string, strings, uuid } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Pages that documents are laid out on. */
export const documentSizes: readonly Template['documentSize'][] = [
  'AUTO',
  'PORTRAIT',
  'LANDSCAPE',
  'A4',
  'B5',
  'LETTER',
];

/** What documents, names and messages are made of. Its operations beside the generic ones: api/routes/documents/formatterTemplates.ts. */
export const formatterTemplate: Kind = {
  name: 'FormatterTemplate',
  path: 'formatter-templates',
  table: 'formatter_template',
  plural: 'formatter templates',
  members: {
    id: uuid(),
    code: code(),
    name: string({ min: 1, max: 255 }),
    inputType: string({
      required: true,
      values: ['FILE', 'HTML', 'SCRIPT'],
      description: 'What `content` is: a file below `templates/`, a template, or a script that returns HTML.',
    }),
    documentType: string({ values: ['PDF', 'EMAIL', 'SOURCE'], default: 'PDF' }),
    documentSize: string({ values: documentSizes, default: 'A4' }),
    content: string({ max: MAX_TEMPLATE }),
    previewData: free({ description: 'Data to look at the template with.' }),
    formId: uuid(),
    dataTags: strings({ description: 'What data the template is for.' }),
  },
  operations: referenceDataOperations,
  titles: {
    searchDeprecatedPage: 'FormatterTemplatePublicApi.getAllFilterable',
    searchDeprecatedList: 'FormatterTemplatePublicApi.getAllFilterableList',
  },
  keepsHistory: true,
  unindexedColumns: ['content', 'content~'],
  check: ({ inputType, content = '' }) => {
    if (typeof inputType !== 'string' || typeof content !== 'string') return [];
    const problem = checkTemplate(inputType as Template['inputType'], content);
    return problem ? [`content: ${placed(problem)}`] : [];
  },
};
