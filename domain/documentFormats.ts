/** A format that documents are made in. */
export interface DocumentFormat {
  /** `pdf`: how it is named in a path, and the end of a file's name. */
  readonly name: string;
  readonly mediaType: string;
  /** Text answers as it is, everything else as base64. */
  readonly text: boolean;
}

export const documentFormats: readonly DocumentFormat[] = [
  { name: 'pdf', mediaType: 'application/pdf', text: false },
  { name: 'html', mediaType: 'text/html', text: true },
  { name: 'txt', mediaType: 'text/plain', text: true },
  {
    name: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    text: false,
  },
  { name: 'doc', mediaType: 'application/msword', text: false },
  { name: 'odt', mediaType: 'application/vnd.oasis.opendocument.text', text: false },
  { name: 'rtf', mediaType: 'application/rtf', text: true },
  { name: 'xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', text: false },
  { name: 'xls', mediaType: 'application/vnd.ms-excel', text: false },
  { name: 'ods', mediaType: 'application/vnd.oasis.opendocument.spreadsheet', text: false },
  { name: 'csv', mediaType: 'text/csv', text: true },
];

/** By name or media type, whatever the case; undefined where there is none. */
export function documentFormat(given: string): DocumentFormat | undefined {
  const wanted = given.toLowerCase();
  return documentFormats.find(({ name, mediaType }) => name === wanted || mediaType === wanted);
}
