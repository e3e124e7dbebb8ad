import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import pino from 'pino';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { makeDocumentHarnessForFile } from '../../helpers/documentHarness.ts';
import { poppler, popplerMissing, textOf } from '../../helpers/pdf.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(90_000);

/** Templates that `pdf.append` of another one names: references, renames and pinned versions, through the API. */

const log = pino({ level: 'silent' });
const sandbox = makeSandbox({ log, size: 1 });
const renderer = makeRenderer({ log, sandbox, size: 1 });
for (const stop of [() => sandbox.stop(), () => renderer.stop()]) stopAfterFile(stop);
const harness = await makeDocumentHarnessForFile();
await renderer.start();
const worker = await harness.worker(renderer);
stopAfterFile(() => worker.stop());

interface Stored {
  readonly id: string;
  readonly code: string;
  readonly pdf?: { readonly append: readonly Readonly<Record<string, string>>[] };
  readonly auditInfo: { readonly version: number };
}

const errorsOf = async (answer: Response): Promise<string[]> => ((await answer.json()) as { errors: string[] }).errors;
const at = (code: string): string => `/formatter-templates/${code}`;
const stored = async (code: string): Promise<Stored> => (await (await harness.send('GET', at(code))).json()) as Stored;
const appending = (...codes: string[]) => ({ pdf: { append: codes.map((template) => ({ template })) } });

describe('an appended template', () => {
  test('has to exist when the template is saved, and must be another one', async () => {
    const code = await harness.template('<p>main</p>');
    const saved = (members: object) => harness.send('PATCH', at(code), members);
    expect(await errorsOf(await saved(appending('nothing')))).toEqual([
      'pdf.append[0].template: no FormatterTemplate has the code "nothing"',
    ]);
    expect(await errorsOf(await saved(appending(code)))).toEqual(['pdf.append[0].template: must be another template']);
  });

  test('of a strict template is a 400 when that is saved, if documents will lack something of it', async () => {
    const terms = await harness.template('<p>terms</p>\n<p style="perspective: 3px">more</p>');
    const plain = await harness.template('<p>plain</p>');
    const main = await harness.template('<p>main</p>', appending(plain, terms));
    const saved = (members: object) => harness.send('PATCH', at(main), members);
    const refused = await saved({ strict: true });
    expect([refused.status, await errorsOf(refused)]).toEqual([
      400,
      ['pdf.append[1].template: line 2, column 11: perspective: 3px of <p> is not supported, so it is ignored'],
    ]);
    expect((await saved({ strict: true, ...appending(plain) })).status).toBe(200);
    expect((await saved(appending(terms))).status).toBe(400);
    // What an appended template lacks later is a problem of the documents, and does not prevent other changes.
    expect((await harness.send('PATCH', at(plain), { content: '<p style="perspective: 3px">' })).status).toBe(200);
    expect((await saved({ name: 'other' })).status).toBe(200);
    const generated = await harness.send('POST', `/documents/generate/${main}/pdf`, {});
    expect([generated.status, await errorsOf(generated)]).toEqual([
      400,
      ['pdf.append[0].template: line 1, column 11: perspective: 3px of <p> is not supported, so it is ignored'],
    ]);
    const changed = await stored(main);
    const fixed = { ...(await stored(plain)), content: '<p>plain</p>' };
    const added = { ...changed, ...appending(plain, plain) };
    const diff = [
      { diffType: 'DIFF_TYPE_CHANGE', left: changed, right: added },
      { diffType: 'DIFF_TYPE_CHANGE', left: await stored(plain), right: fixed },
    ];
    const imported = await harness.send('POST', '/formatter-templates/diff/save', diff);
    expect(imported.status).toBe(200);
  });

  test('cannot be deleted, and a rename of it updates the templates that append it', async () => {
    const terms = await harness.template('<p>terms</p>');
    const main = await harness.template('<p>main</p>', { pdf: { append: [{ template: terms }, { data: 'a' }] } });
    const refused = await harness.send('DELETE', at(terms));
    expect([refused.status, await errorsOf(refused)]).toEqual([
      400,
      [`id: 1 FormatterTemplate lists "${terms}" in pdf.append`],
    ]);
    expect((await harness.send('PATCH', at(terms), { code: 'renamed-terms' })).status).toBe(200);
    const { pdf, auditInfo } = await stored(main);
    expect([pdf?.append, auditInfo.version]).toEqual([[{ template: 'renamed-terms' }, { data: 'a' }], 2]);
    await harness.send('PATCH', at(main), { pdf: null });
    expect((await harness.send('DELETE', at('renamed-terms'))).status).toBe(200);
  });

  test('may be new in the same diff, and is removed by one only together with those that append it', async () => {
    const [main, terms] = [crypto.randomUUID(), crypto.randomUUID()];
    const members = { inputType: 'HTML', content: 'x', documentType: 'PDF', documentSize: 'A4' };
    const right = { main: { code: main, ...members, ...appending(terms) }, terms: { code: terms, ...members } };
    const save = (entries: object[]) => harness.send('POST', '/formatter-templates/diff/save', entries);
    const made = await save([
      { diffType: 'DIFF_TYPE_NEW', right: right.main },
      { diffType: 'DIFF_TYPE_NEW', right: right.terms },
    ]);
    expect([made.status, await made.json()]).toMatchObject([200, [{ code: main }, { code: terms }]]);
    const [left, other] = [await stored(main), await stored(terms)];
    expect(await errorsOf(await save([{ diffType: 'DIFF_TYPE_REMOVE', left: other }]))).toEqual([
      `[0].left.id: 1 FormatterTemplate lists "${terms}" in pdf.append`,
    ]);
    const changed = { ...left, name: 'still appends' };
    expect(
      await errorsOf(
        await save([
          { diffType: 'DIFF_TYPE_CHANGE', left, right: changed },
          { diffType: 'DIFF_TYPE_REMOVE', left: other },
        ]),
      ),
    ).toEqual([`[0].right.pdf.append[0].template: no FormatterTemplate has the code "${terms}"`]);
    // Both swap their codes, and a third one appends the first: each list names the records that it named before.
    const third = await harness.template('<p>third</p>', appending(main));
    const swapped = await save([
      { diffType: 'DIFF_TYPE_CHANGE', left, right: { ...left, code: terms, ...appending(main) } },
      { diffType: 'DIFF_TYPE_CHANGE', left: other, right: { ...other, code: main } },
    ]);
    expect(swapped.status).toBe(200);
    expect(await stored(terms)).toMatchObject({ id: left.id, auditInfo: { version: 2 }, ...appending(main) });
    expect(await stored(main)).toMatchObject({ id: other.id, auditInfo: { version: 2 } });
    expect(await stored(third)).toMatchObject(appending(terms));
    const [now, otherNow] = [await stored(terms), await stored(main)];
    const back = await save([
      { diffType: 'DIFF_TYPE_CHANGE', left: now, right: { ...now, code: main, ...appending(terms) } },
      { diffType: 'DIFF_TYPE_CHANGE', left: otherNow, right: { ...otherNow, code: terms } },
    ]);
    expect(back.status).toBe(200);
    expect(await stored(main)).toMatchObject({ id: left.id, ...appending(terms) });
    await harness.send('DELETE', at(third));
    const removed = await save([
      { diffType: 'DIFF_TYPE_REMOVE', left: await stored(terms) },
      { diffType: 'DIFF_TYPE_REMOVE', left: await stored(main) },
    ]);
    expect([removed.status, await removed.json()]).toEqual([200, []]);
  });
});

describe.skipIf(popplerMissing !== undefined)('a document', () => {
  async function pdf(code: string, query = ''): Promise<{ text: string; appended: string | null; bytes: Uint8Array }> {
    const headers = { accept: 'application/pdf' };
    const answer = await harness.send('POST', `/documents/generate/${code}/pdf${query}`, {}, { headers });
    if (!answer.ok) throw new Error((await errorsOf(answer)).join('; '));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const text = textOf(bytes).replace(/\s+/g, ' ').trim();
    return { text, appended: answer.headers.get('x-appended-versions'), bytes };
  }

  test('has the warnings of its appended templates, with the member that names each; strict makes them a 400', async () => {
    const white = '<p style="color: #fefefe">nobody</p>';
    const terms = await harness.template(`<p>terms</p>\n<p style="perspective: 3px">more</p>${white}`);
    const plain = await harness.template('<p>plain</p>');
    const main = await harness.template(white.replace('nobody', 'here'), appending(plain, terms));
    const generate = () => harness.send('POST', `/documents/generate/${main}/pdf?warnings=true`, {});
    const expected = [
      'content: line 1, column 27: "here" on page 1 is #fefefe on #ffffff, which nobody can read',
      'pdf.append[1].template: line 2, column 63: "nobody" on page 1 is #fefefe on #ffffff, which nobody can read',
      'pdf.append[1].template: line 2, column 11: perspective: 3px of <p> is not supported, so it is ignored',
    ];
    expect((await generate()).headers.get('x-warnings')?.split('; ')).toEqual(expected);
    const { content } = (await (await harness.send('GET', at(terms))).json()) as { content: string };
    await harness.send('PATCH', at(terms), { content: '<p>terms</p>' });
    await harness.send('PATCH', at(main), { strict: true });
    await harness.send('PATCH', at(terms), { content });
    const refused = await generate();
    expect([refused.status, await errorsOf(refused)]).toEqual([400, expected]);
  });

  test('names the versions of the appended templates, and is made again with them', async () => {
    const terms = await harness.template('<p>old terms</p>');
    const { id } = await stored(terms);
    const main = await harness.template('<p>main</p>', appending(terms));
    const first = await pdf(main);
    expect([first.text, first.appended]).toEqual(['main old terms', `${id}:1`]);
    expect(poppler(first.bytes, 'pdfinfo', '{}')).toContain(
      `template ${main}, version 1, template ${terms}, version 1`,
    );
    await harness.send('PATCH', at(terms), { content: '<p>new terms</p>', code: `${terms}-2` });
    expect(await pdf(main)).toMatchObject({ text: 'main new terms', appended: `${id}:2` });
    const repeated = await pdf(main, `?templateVersion=1&appendedVersions=${first.appended}`);
    expect([repeated.text, repeated.appended]).toEqual(['main old terms', `${id}:1`]);
    const refusals = [
      'appendedVersions=x',
      `templateVersion=1&appendedVersions=${id}:9`,
      `templateVersion=1&appendedVersions=${(await stored(main)).id}:1`,
    ];
    const problems = await Promise.all(
      refusals.map(async (query) =>
        errorsOf(await harness.send('POST', `/documents/generate/${main}/pdf?${query}`, {})),
      ),
    );
    expect(problems.flat()).toEqual([
      'appendedVersions: needs templateVersion, which decides what is appended',
      `appendedVersions: no FormatterTemplate has the id and version "${id}:9"`,
      expect.stringMatching(/^appendedVersions: the template does not append "template-/),
    ]);
  });

  test('of a bulk has the appended versions of its acceptance', async () => {
    const terms = await harness.template('<p>old terms</p>');
    const { id } = await stored(terms);
    const main = await harness.template('<p>main</p>', appending(terms));
    await worker.stop();
    const items = [{ documentId: 'a', documentTemplateCode: main, data: {} }];
    const accepted = await harness.send('POST', '/documents/generate-many/pdf?async=true', items);
    const { jobId } = (await accepted.json()) as { jobId: string };
    await harness.send('PATCH', at(terms), { content: '<p>new terms</p>' });
    const late = await harness.worker(renderer);
    const results = `/documents/results/${jobId}`;
    let found: { data?: string; appendedVersions?: string } | undefined;
    await poll('the document to be made', async () => {
      const page = (await (await harness.send('GET', results)).json()) as { content: (typeof found)[] };
      [found] = page.content;
      return found?.data !== undefined;
    });
    await late.stop();
    expect(textOf(Buffer.from(found?.data ?? '', 'base64')).replace(/\s+/g, ' ')).toContain('main old terms');
    expect(found?.appendedVersions).toBe(`${id}:1`);
  });
});
