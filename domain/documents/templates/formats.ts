/** A format of documents. */
export interface DocumentFormat {
  /** As in paths, and the extension of files: `pdf`. */
  readonly name: string;
  readonly mediaType: string;
  /** Whether documents are returned as text. Others are returned in base64. */
  readonly text: boolean;
  /** Renders quickly: small documents are rendered in batches. */
  readonly quick?: true;
  /** Converted by the office converter: the whole page, or its tables as a sheet. */
  readonly office?: 'text' | 'sheet';
}

const oasis = 'application/vnd.oasis.opendocument';
const openXml = 'application/vnd.openxmlformats-officedocument';

export const documentFormats: readonly DocumentFormat[] = [
  { name: 'pdf', mediaType: 'application/pdf', text: false },
  { name: 'html', mediaType: 'text/html', text: true, quick: true },
  { name: 'txt', mediaType: 'text/plain', text: true, quick: true },
  { name: 'docx', mediaType: `${openXml}.wordprocessingml.document`, text: false, office: 'text' },
  { name: 'docm', mediaType: 'application/vnd.ms-word.document.macroEnabled.12', text: false, office: 'text' },
  { name: 'doc', mediaType: 'application/msword', text: false, office: 'text' },
  { name: 'odt', mediaType: `${oasis}.text`, text: false, office: 'text' },
  { name: 'ott', mediaType: `${oasis}.text-template`, text: false, office: 'text' },
  { name: 'fodt', mediaType: `${oasis}.text-flat-xml`, text: true, office: 'text' },
  { name: 'rtf', mediaType: 'application/rtf', text: true, office: 'text' },
  { name: 'xlsx', mediaType: `${openXml}.spreadsheetml.sheet`, text: false, office: 'sheet' },
  { name: 'xlsm', mediaType: 'application/vnd.ms-excel.sheet.macroEnabled.12', text: false, office: 'sheet' },
  { name: 'xls', mediaType: 'application/vnd.ms-excel', text: false, office: 'sheet' },
  { name: 'ods', mediaType: `${oasis}.spreadsheet`, text: false, office: 'sheet' },
  { name: 'ots', mediaType: `${oasis}.spreadsheet-template`, text: false, office: 'sheet' },
  { name: 'fods', mediaType: `${oasis}.spreadsheet-flat-xml`, text: true, office: 'sheet' },
  { name: 'csv', mediaType: 'text/csv', text: true, office: 'sheet' },
];

/** The format of the file of an EXPORT_RECORDS; nothing is rendered to it. */
export const exportFormat: DocumentFormat = { name: 'json', mediaType: 'application/json', text: true };

/** Returns the format of the stored documents of a Job by its name. */
export const storedFormat = (name: string): DocumentFormat | undefined =>
  name === exportFormat.name ? exportFormat : documentFormat(name);

/** Further names of formats. */
const aliases: Readonly<Record<string, string>> = {
  htm: 'html',
  'text/rtf': 'rtf',
  'application/csv': 'csv',
  'application/x-pdf': 'pdf',
};

/** Finds a format by name or media type. Ignores case and the parameters of the media type. */
export function documentFormat(text: string): DocumentFormat | undefined {
  const plain = (text.split(';')[0] ?? '').trim().toLowerCase();
  const resolved = Object.hasOwn(aliases, plain) ? aliases[plain] : plain;
  return documentFormats.find(({ name, mediaType }) => name === resolved || mediaType.toLowerCase() === resolved);
}
