import { checkFinishing } from '../../documents/finishing/checkFinishing.ts';
import { finishingMembers } from '../../documents/finishing/finishingMembers.ts';
import { checkTemplate } from '../../documents/templates/checkTemplate.ts';
import { MAX_TEMPLATE } from '../../documents/templates/parseTemplate.ts';
import { placed } from '../../documents/templates/templateFault.ts';
import { inspectTemplate, warningTexts } from '../../documents/warnings/inspectTemplate.ts';
import type { Finishing, Template } from '../../ports/rendering.ts';
import { boolean, code, free, object, primaryKey, string, strings, uuid } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Page sizes of documents. */
export const documentSizes: readonly Template['documentSize'][] = [
  'AUTO',
  'PORTRAIT',
  'LANDSCAPE',
  'A4',
  'B5',
  'LETTER',
];

/** Returns what documents of a template will lack. */
function warningsAbout(values: Readonly<Record<string, unknown>>): string[] {
  const { inputType = 'HTML', documentType = 'PDF', content = '', remoteImages = false } = values as Partial<Template>;
  return warningTexts(inspectTemplate({ inputType, documentType, content, remoteImages }));
}

/** A template of documents, names and messages. Other operations: api/routes/documents/formatterTemplates.ts. */
export const formatterTemplate: Kind = {
  name: 'FormatterTemplate',
  path: 'formatter-templates',
  table: 'formatter_template',
  plural: 'formatter templates',
  description: 'A template of documents, of file names and of messages: text with places for data.',
  members: {
    id: primaryKey(),
    code: code(),
    name: string({ min: 1, max: 255, description: 'Shown to users.' }),
    inputType: string({
      required: true,
      values: ['FILE', 'HTML', 'SCRIPT'],
      description: 'Type of `content`: a file below `templates/`, a template, or a script that returns HTML.',
    }),
    documentType: string({
      values: ['PDF', 'EMAIL', 'SOURCE'],
      default: 'PDF',
      description: 'What the template is for: documents, messages, or parts of other templates.',
    }),
    documentSize: string({ values: documentSizes, default: 'A4', description: 'Page size of a PDF.' }),
    content: string({ max: MAX_TEMPLATE, description: 'The template, or the name of its file.' }),
    previewData: free({ description: 'Sample data for previews.' }),
    formId: uuid({ description: 'Id of the form that asks users for the data.' }),
    dataTags: strings({ description: 'Tags of the data that the template renders.' }),
    remoteImages: boolean({
      description:
        'Whether e-mails may name images by `https:` addresses. Mail programs fetch them, which shows their host who reads the e-mail, when and where.',
    }),
    strict: boolean({
      description:
        'Whether warnings are problems: what the renderer does not understand or show makes a write or a document a 400.',
    }),
    pdf: object(finishingMembers, {
      description:
        'What happens to a PDF after its layout: appended documents, watermark, protection, attachments, PDF/A.',
    }),
  },
  operations: referenceDataOperations,
  titles: {
    searchDeprecatedPage: 'FormatterTemplatePublicApi.getAllFilterable',
    searchDeprecatedList: 'FormatterTemplatePublicApi.getAllFilterableList',
  },
  keepsHistory: true,
  unindexedColumns: [
    ...['content', 'content~', 'pdf.append', 'pdf.watermark', 'pdf.watermark~', 'pdf.permissions', 'pdf.permissions~'],
    ...['pdf.password', 'pdf.password~', 'pdf.ownerPassword', 'pdf.ownerPassword~'],
    ...['pdf.attachments', 'pdf.conformance', 'pdf.conformance~'],
  ],
  check: (values) => {
    const { inputType, content = '', strict, pdf = {} } = values;
    const problems = checkFinishing(pdf as Finishing);
    if (typeof inputType !== 'string' || typeof content !== 'string') return problems;
    const problem = checkTemplate(inputType as Template['inputType'], content);
    if (problem) return [`content: ${placed(problem)}`, ...problems];
    return strict === true ? [...problems, ...warningsAbout(values)] : problems;
  },
  warnings: warningsAbout,
};
