import { checkFinishing, documentProperties } from '../../documents/finishing/checkFinishing.ts';
import { finishingMembers } from '../../documents/finishing/finishingMembers.ts';
import { checkTemplate } from '../../documents/templates/checkTemplate.ts';
import { MAX_TEMPLATE } from '../../documents/templates/parseTemplate.ts';
import { placed } from '../../documents/templates/templateFault.ts';
import { inspectTemplate, warningTexts } from '../../documents/warnings/inspectTemplate.ts';
import type { Finishing, Template } from '../../ports/rendering.ts';
import { boolean, code, free, object, primaryKey, string, strings, uuid } from '../declaration/members.ts';
import { referenceDataOperations } from '../declaration/operationSets.ts';
import type { JsonObject, Kind } from '../kind.ts';

/** What templates are for. */
export const documentTypes: readonly Template['documentType'][] = ['PDF', 'EMAIL', 'SOURCE'];

/** Page sizes of documents. */
export const documentSizes: readonly Template['documentSize'][] = [
  'AUTO',
  'PORTRAIT',
  'LANDSCAPE',
  'A4',
  'B5',
  'LETTER',
];

/** What makes the PDFs of a template. */
export const renderers: readonly NonNullable<Template['renderer']>[] = ['LAYOUT', 'BROWSER'];

/** Returns what documents of a template will lack. */
function warningsAbout(values: Readonly<Record<string, unknown>>): string[] {
  const template = values as Partial<Template>;
  const {
    inputType = 'HTML',
    documentType = 'PDF',
    content = '',
    remoteImages = false,
    renderer = 'LAYOUT',
    pdf = {},
  } = template;
  return warningTexts(inspectTemplate({ inputType, documentType, content, remoteImages, renderer, pdf }));
}

/** Finds what documents of a strict template will lack because of a template that it appends. */
function appendedCheck({ strict, pdf }: JsonObject): ((appended: JsonObject) => string[]) | undefined {
  if (strict !== true) return undefined;
  return (appended) => {
    const { inputType = 'HTML', content = '', renderer = 'LAYOUT' } = appended as Partial<Template>;
    const inspected = { inputType, content, renderer, documentType: 'PDF', pdf: (pdf ?? {}) as Finishing } as const;
    return inspectTemplate(inspected).map(placed);
  };
}

/** The problem of a template, or of a preview, that asks for a browser where none is configured. */
export const browserMissing =
  'BROWSER needs a browser, and none is configured: set CHROMIUM_PATH or GOTENBERG_URL for apis and workers, or write LAYOUT';

/** The problems of entries that append the template to itself. */
const selfAppended = ({ append = [] }: Finishing, code: unknown): string[] =>
  append.flatMap(({ template }, index) =>
    template !== undefined && template === code ? [`pdf.append[${index}].template: must be another template`] : [],
  );

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
      values: documentTypes,
      default: 'PDF',
      description: 'What the template is for: documents, messages, or parts of other templates.',
    }),
    documentSize: string({ values: documentSizes, default: 'A4', description: 'Page size of a PDF.' }),
    renderer: string({
      values: renderers,
      description:
        'What makes a PDF: the layout of the service, which is the default, or the browser that is configured for workers.',
    }),
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
        'What a PDF says about itself, and what happens to it after its layout: properties, structure, appended documents, watermark, protection, attachments, PDF/A.',
    }),
  },
  operations: referenceDataOperations,
  titles: {
    searchDeprecatedPage: 'FormatterTemplatePublicApi.getAllFilterable',
    searchDeprecatedList: 'FormatterTemplatePublicApi.getAllFilterableList',
  },
  keepsHistory: true,
  guarded: true,
  codeLists: [
    { member: 'pdf', list: 'append', element: 'template', targets: ['FormatterTemplate'], check: appendedCheck },
  ],
  unindexedColumns: [
    ...['content', 'content~', 'pdf.append', 'pdf.watermark', 'pdf.watermark~', 'pdf.permissions', 'pdf.permissions~'],
    ...['pdf.password', 'pdf.password~', 'pdf.ownerPassword', 'pdf.ownerPassword~'],
    ...['pdf.attachments', 'pdf.conformance', 'pdf.conformance~', 'pdf.accessibility', 'pdf.accessibility~'],
    ...documentProperties.flatMap((name) => [`pdf.${name}`, `pdf.${name}~`]),
  ],
  check: (values) => {
    const { inputType, content = '', strict, pdf = {}, renderer, code } = values;
    const problems = [...checkFinishing(pdf as Finishing), ...selfAppended(pdf as Finishing, code)];
    if (renderer === 'BROWSER' && (pdf as Finishing).accessibility === 'PDF/UA-1')
      problems.push('pdf.accessibility: a browser does not make PDF/UA-1; write TAGGED, or LAYOUT as renderer');
    if (typeof inputType !== 'string' || typeof content !== 'string') return problems;
    const problem = checkTemplate(inputType as Template['inputType'], content);
    if (problem) return [`content: ${placed(problem)}`, ...problems];
    return strict === true ? [...problems, ...warningsAbout(values)] : problems;
  },
  checkValue: (member, value, { hasBrowser = false } = {}) =>
    member === 'renderer' && value === 'BROWSER' && !hasBrowser ? [`renderer: ${browserMissing}`] : [],
  warnings: warningsAbout,
};
