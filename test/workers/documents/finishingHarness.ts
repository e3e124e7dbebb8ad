import pino from 'pino';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';
import { stopAfterFile } from '../../helpers/bootstrap.ts';
import { type DocumentHarness, makeDocumentHarnessForFile } from '../../helpers/documentHarness.ts';

export interface FinishingHarness {
  readonly harness: DocumentHarness;
  /** Sends a template with this `pdf`, then a document. Returns the PDF, or the status and the problems. */
  made(content: string, pdf: object, data?: object): Promise<Uint8Array | string>;
  /** The same; throws where there is no PDF. */
  pdf(content: string, members: object, data?: object): Promise<Uint8Array>;
  /** Returns the problems of a template with this `pdf`. */
  savedErrors(members: object): Promise<string[]>;
  errorsOf(answer: Response): Promise<string[]>;
}

/** An api, and a worker with the real renderer, for tests of PDFs. */
export async function makeFinishingHarnessForFile(): Promise<FinishingHarness> {
  const log = pino({ level: 'silent' });
  const sandbox = makeSandbox({ log, size: 1 });
  const renderer = makeRenderer({ log, sandbox, size: 1, templateMs: 3_000, layoutMs: 15_000, maxRssMb: 600 });
  for (const stop of [() => sandbox.stop(), () => renderer.stop()]) stopAfterFile(stop);
  const harness = await makeDocumentHarnessForFile(16 * 1024 * 1024);
  await renderer.start();
  const worker = await harness.worker(renderer);
  stopAfterFile(() => worker.stop());

  const errorsOf = async (answer: Response): Promise<string[]> =>
    ((await answer.json()) as { errors: string[] }).errors;

  async function made(content: string, pdf: object, data: object = {}): Promise<Uint8Array | string> {
    const code = await harness.template(content, { pdf });
    const answer = await harness.send('POST', `/documents/generate/${code}/pdf`, data, {
      headers: { accept: 'application/pdf' },
    });
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
    return `${answer.status} ${(await errorsOf(answer)).join('; ')}`;
  }

  return {
    harness,
    made,
    errorsOf,
    async pdf(content, members, data) {
      const bytes = await made(content, members, data);
      if (typeof bytes === 'string') throw new Error(bytes);
      return bytes;
    },
    async savedErrors(members) {
      const answer = await harness.send('POST', '/formatter-templates', {
        code: crypto.randomUUID(),
        inputType: 'HTML',
        content: 'x',
        pdf: members,
      });
      return answer.ok ? [] : errorsOf(answer);
    },
  };
}
