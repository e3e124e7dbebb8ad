import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { shippedTemplateRecords } from '../../../domain/documents/shippedTemplates.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { generate, harness, start, startDocumentsForFile } from './singleHarness.ts';

setDefaultTimeout(90_000);
await startDocumentsForFile();

const log = pino({ level: 'silent' });
const sandbox = makeSandbox({ log, size: 1 });
const renderer = makeRenderer({ log, sandbox, size: 2 });
afterAll(async () => {
  await renderer.stop();
  await sandbox.stop();
});
beforeEach(() => start(renderer));

const warningsOf = async (code: string, data: unknown): Promise<string[]> => {
  const answer = await generate(code, 'pdf?warnings=true', data, { headers: { accept: 'application/pdf' } });
  expect([answer.status, (await answer.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
  return answer.headers.get('x-warnings')?.split('; ') ?? [];
};

test('the shipped templates with their preview data cause none', async () => {
  for (const record of shippedTemplateRecords().filter(({ documentType }) => documentType === 'PDF')) {
    const saved = await harness.send('POST', '/formatter-templates', record);
    expect([record['code'], saved.status]).toEqual([record['code'], 200]);
    expect(await warningsOf(String(record['code']), record['previewData'])).toEqual([]);
  }
});

test('images and styles of data are judged as they are read, although the template escapes them', async () => {
  const code = await harness.template(
    `<p style="font-family: {{family}}; perspective: 2px">{{{code}}}</p><img src="{{image}}">`,
  );
  const pixel = `data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7AA==`;
  const own = 'content: line 1, column 36: perspective: 2px of <p> is not supported, so it is ignored';
  expect(await warningsOf(code, { family: '\'Noto Sans\', "Arial"', image: pixel })).toEqual([own]);
  const missing = {
    family: 'Arial',
    image: 'data:image/png;base64,AAA=',
    code: '<img src="https://a.example/?a&#61;1&amp;b&lpar;c&rpar;">',
  };
  expect(await warningsOf(code, missing)).toEqual([
    own,
    'content: the image https://a.example/?a=1&b(c) is replaced by its alt text, because Waybill fetches nothing',
    'content: the image data:image/png;base64,AAA= is replaced by its alt text, because it is neither an image under templates/ nor a data URI of one',
  ]);
});
