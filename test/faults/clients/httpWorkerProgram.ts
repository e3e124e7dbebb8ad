import { appendFileSync } from 'node:fs';
import { Waybill } from '../../../client/index.ts';

/**
 * A worker over HTTP in a process of its own, with the loop of the client. It writes what it claims and what the service
 * accepts to a file, line by line, so that nothing is missing after a SIGKILL. It also misbehaves: it answers twice, and
 * reports steps with a token and a name that are not its own.
 *
 * Arguments: file, name, job type, key, seconds of a lease, URLs of the apis.
 */
const [file = '', name = '', jobType = '', key = '', lease = '', ...urls] = process.argv.slice(2);

/** A request to an api that is paused must not stop the worker. */
const REQUEST_LIMIT_MS = 4_000;
const WORK_MS = 150;

const write = (line: object): void => appendFileSync(file, `${JSON.stringify({ name, at: Date.now(), ...line })}\n`);

let count = 0;
/** Sends a request to the apis in turn, as a load balancer without probes. */
const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${urls[count++ % urls.length]}${path}`, {
    ...init,
    signal: AbortSignal.any([...(init.signal ? [init.signal] : []), AbortSignal.timeout(REQUEST_LIMIT_MS)]),
  });

interface Reported {
  readonly id: string;
  readonly token: number;
}

/** Reports a step that this worker does not have: by another token, and as another worker. */
async function intrude(path: string, init: RequestInit, { id, token }: Reported): Promise<void> {
  for (const body of [
    { worker: name, steps: [{ id, token: token + 1_000 }] },
    { worker: 'intruder', steps: [{ id, token }] },
  ]) {
    const answer = await send(path, { ...init, body: JSON.stringify(body) }).catch(() => undefined);
    if (answer?.ok) write({ event: 'violation', id, token, what: `a report by ${JSON.stringify(body)} was accepted` });
  }
}

async function observed(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(String(input));
  if (!pathname.endsWith('/complete')) return send(pathname, init);
  const { steps } = JSON.parse(String(init.body)) as { steps: Reported[] };
  const [first] = steps;
  if (first && count % 3 === 0) await intrude(pathname, init, first);
  const answer = await send(pathname, init);
  if (!answer.ok) return answer;
  const { steps: outcomes } = (await answer.clone().json()) as { steps: { id: string; outcome: string }[] };
  const accepted = steps.filter((_, index) => outcomes[index]?.outcome === 'ACCEPTED');
  for (const { id, token } of accepted) write({ event: 'completed', id, token });
  if (accepted.length > 0 && count % 2 === 0) {
    const repeated = await send(pathname, { ...init, body: JSON.stringify({ worker: name, steps: accepted }) }).catch(
      () => undefined,
    );
    if (repeated?.status === 409) write({ event: 'violation', ...accepted[0], what: 'a repeated report was refused' });
  }
  return answer;
}

const worker = new Waybill({ url: 'http://apis', key, fetch: observed as typeof fetch }).worker({
  name,
  concurrency: 3,
  leaseSeconds: Number(lease),
  waitSeconds: 2,
  onError: () => {},
  handlers: {
    [jobType]: async ({ step, attempt, signal }) => {
      write({ event: 'claimed', id: step.id, token: attempt });
      await Bun.sleep(WORK_MS);
      // A worker that was paused past its lease reports all the same.
      return { by: name, lost: signal.aborted };
    },
  },
});
await worker.run();
