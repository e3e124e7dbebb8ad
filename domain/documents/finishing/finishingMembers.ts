import type { Members } from '../../kinds/declaration/members.ts';
import { objects, string, strings } from '../../kinds/declaration/members.ts';
import type { Permission } from '../../ports/rendering.ts';

/** What a reader without the owner password may do. */
const permissions: readonly Permission[] = ['PRINT', 'COPY', 'MODIFY', 'ANNOTATE', 'FILL_FORMS', 'ASSEMBLE'];

const property = (name: string, example?: string): ReturnType<typeof string> =>
  string({
    max: 1_000,
    description: `A template of the ${name} of the document${example ? `, such as ${example}` : ''}; if its text is empty, the HTML decides.`,
  });

/** The members of `pdf` of a FormatterTemplate. */
export const finishingMembers = {
  append: objects(
    {
      template: string({ min: 1, max: 255, description: 'Code of a FormatterTemplate, rendered with the same data.' }),
      file: string({ min: 1, max: 500, description: 'Name of a PDF file below `templates/`.' }),
      data: string({
        min: 1,
        max: 500,
        description: 'Path of a member of the data, such as `contract.terms`: a PDF in base64, or an array of them.',
      }),
    },
    {
      maxElements: 50,
      description: 'What follows the document, in this order. Each entry has one of template, file and data.',
    },
  ),
  watermark: string({ max: 1_000, description: 'A template of the text across each page; an empty text is none.' }),
  password: string({
    max: 1_000,
    description:
      'A template of the password that opens the document, such as `{{customer.pin}}`; an empty text is none.',
  }),
  ownerPassword: string({
    max: 1_000,
    description: 'A template of the password that lifts the permissions. If absent, nobody can lift them.',
  }),
  permissions: strings({
    values: permissions,
    description: 'What readers may do without the owner password; all if absent.',
  }),
  attachments: objects(
    {
      name: string({ required: true, min: 1, max: 255, description: 'Name of the file, such as `factur-x.xml`.' }),
      content: string({ required: true, min: 1, max: 100_000, description: 'A template of the text of the file.' }),
      mediaType: string({ min: 1, max: 100, description: 'Media type of the file; `text/xml` if absent.' }),
      relationship: string({
        values: ['ALTERNATIVE', 'DATA', 'SOURCE', 'SUPPLEMENT', 'UNSPECIFIED'],
        description: 'What the file is to the document; ALTERNATIVE if absent.',
      }),
      description: string({ max: 1_000, description: 'Shown by readers.' }),
    },
    { maxElements: 20, description: 'Files attached to the document.' },
  ),
  conformance: string({
    values: ['PDF/A-3B'],
    description: 'The standard that the document conforms to: PDF/A-3b, for archives and electronic invoices.',
  }),
  accessibility: string({
    values: ['TAGGED', 'PDF/UA-1'],
    description:
      'TAGGED: the PDF has a structure, which screen readers need. PDF/UA-1: it also conforms to that standard, or is a 400.',
  }),
  title: property('title', '`Invoice {{number}}`'),
  author: property('author'),
  subject: property('subject'),
  keywords: property('keywords'),
  language: property('language', '`cs` or `en-GB`'),
} satisfies Members;
