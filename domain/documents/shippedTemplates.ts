import type { JsonObject } from '../kinds/kind.ts';
import { readTemplateFile } from './templates/templateFiles.ts';

/** A template of the installation. Its file is under `templates/`, beside files with its preview data. */
interface Shipped {
  readonly code: string;
  readonly name: string;
  /** Without its extension. */
  readonly file: string;
  readonly documentType: 'PDF' | 'EMAIL' | 'SOURCE';
  readonly dataTags: readonly string[];
}

/** docs/shippedTemplates.md describes their data. */
export const shippedTemplates: readonly Shipped[] = [
  { code: 'INVOICE', name: 'Invoice', file: 'documents/invoice', documentType: 'PDF', dataTags: ['invoice'] },
  {
    code: 'SERVICE_ORDER',
    name: 'Service order',
    file: 'documents/serviceOrder',
    documentType: 'PDF',
    dataTags: ['serviceOrder'],
  },
  {
    code: 'HANDOVER_PROTOCOL',
    name: 'Handover protocol',
    file: 'documents/handoverProtocol',
    documentType: 'PDF',
    dataTags: ['handover'],
  },
  {
    code: 'OUTAGE_NOTICE',
    name: 'Outage notice, letter',
    file: 'documents/outageNotice',
    documentType: 'PDF',
    dataTags: ['outage'],
  },
  {
    code: 'OUTAGE_NOTICE_EMAIL',
    name: 'Outage notice, e-mail',
    file: 'messages/outageEmail',
    documentType: 'EMAIL',
    dataTags: ['outage'],
  },
  {
    code: 'OUTAGE_NOTICE_SMS',
    name: 'Outage notice, SMS',
    file: 'messages/outageSms',
    documentType: 'SOURCE',
    dataTags: ['outage'],
  },
  { code: 'EMAIL_BASE', name: 'Any e-mail', file: 'messages/email', documentType: 'EMAIL', dataTags: ['message'] },
  { code: 'SMS_BASE', name: 'Any SMS', file: 'messages/sms', documentType: 'SOURCE', dataTags: ['message'] },
];

/** The languages of the preview data. */
export const previewLanguages = ['en', 'cs'] as const;

export function previewDataOf(file: string, language: (typeof previewLanguages)[number]): JsonObject {
  const bytes = readTemplateFile(`${file}.${language}.json`);
  if (!bytes) throw new Error(`The template ${file} has no data in the language ${language}.`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The templates as records of FormatterTemplate that name their file, with English preview data. */
export function shippedTemplateRecords(): JsonObject[] {
  return shippedTemplates.map(({ file, dataTags, ...members }) => ({
    ...members,
    inputType: 'FILE',
    documentSize: 'A4',
    content: `${file}.hbs`,
    dataTags: [...dataTags],
    previewData: previewDataOf(file, 'en'),
  }));
}
