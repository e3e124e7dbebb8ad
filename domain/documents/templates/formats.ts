/** A format that documents are made in. */
export interface DocumentFormat {
  /** `pdf`: how it is named in a path, and the end of a file's name. */
  readonly name: string;
  readonly mediaType: string;
  /** Text answers as it is, everything else as base64. */
  readonly text: boolean;
  /** Quick to make: small documents of it are rendered in batches. */
  readonly quick?: true;
  /** Made by the office converter: of the whole page, or of its tables as a sheet. */
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

/** What formats are called besides. */
const aliases: Readonly<Record<string, string>> = {
  htm: 'html',
  'text/rtf': 'rtf',
  'application/csv': 'csv',
  'application/x-pdf': 'pdf',
};

/** By name or media type, whatever the case and its parameters; undefined where there is none. */
export function documentFormat(given: string): DocumentFormat | undefined {
  const plain = (given.split(';')[0] ?? '').trim().toLowerCase();
  const wanted = Object.hasOwn(aliases, plain) ? aliases[plain] : plain;
  return documentFormats.find(({ name, mediaType }) => name === wanted || mediaType.toLowerCase() === wanted);
}
