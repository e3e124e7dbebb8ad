import { type Client, type ClientContext, repeat } from './client.ts';

const PAUSE_MS = 400;
const RECONNECT_MS = 200;
/** A stream without an event for so long is opened again, as by a client with a time-out. */
const SILENT_MS = 20_000;

interface StoredJob {
  readonly id: string;
  readonly jobSteps: readonly { readonly id: string; readonly name: string }[];
}

/** The states that the step goes through; the Job stays open because of its other step. */
const next: Readonly<Record<string, string>> = { NEW: 'IN_PROGRESS', IN_PROGRESS: 'FAILED', FAILED: 'NEW' };

/** Starts a client that changes a step of a Job of its own all the time, and reads the changes from the Job's event stream. */
export async function startStreamClient({ api }: ClientContext): Promise<Client> {
  const { id, stepId } = await createJob();
  let lastEventAt = 0;
  let runs = true;
  let stream = new AbortController();

  async function createJob(): Promise<{ id: string; stepId: string }> {
    const startDate = new Date().toISOString();
    const jobSteps = ['changing', 'open'].map((name) => ({ name, status: 'NEW' }));
    const made = await api.send('POST', '/jobs', { jobType: 'CITY_TOUR', startDate, status: 'NEW', jobSteps });
    const { id: jobId } = made.json as StoredJob;
    const { json } = await api.send('GET', `/jobs/${jobId}?expand=JOB_STEPS`);
    const step = (json as StoredJob).jobSteps.find(({ name }) => name === 'changing');
    if (!step) throw new Error(`The Job of the event stream has no step: ${JSON.stringify(json)}`);
    return { id: jobId, stepId: step.id };
  }

  async function read(): Promise<void> {
    stream = new AbortController();
    const openedAt = performance.now();
    const silence = setInterval(() => {
      if (performance.now() - Math.max(lastEventAt, openedAt) > SILENT_MS) stream.abort();
    }, 1_000);
    try {
      const response = await api.open(`/jobs/${id}/events`, stream.signal);
      const reader = response?.body?.getReader();
      const decoder = new TextDecoder();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        if (decoder.decode(part.value).includes('data:')) lastEventAt = performance.now();
      }
    } catch {
      // The stream broke off, and is opened again.
    } finally {
      clearInterval(silence);
    }
    if (runs) await Bun.sleep(RECONNECT_MS);
  }

  let status = 'NEW';
  const stopChanges = repeat(PAUSE_MS, async () => {
    const successor = next[status] ?? 'NEW';
    const answer = await api.send('PATCH', `/job-steps/${stepId}`, { status: successor });
    if (answer.status === 200) status = successor;
    else {
      const { json } = await api.send('GET', `/job-steps/${stepId}`);
      status = (json as { status?: string } | null)?.status ?? status;
    }
  });
  const stopReading = repeat(0, read);
  return {
    inHand: {
      name: 'event streams',
      ids: () => [id],
      remaining: async (ids, since) => ids.filter(() => lastEventAt <= since),
    },
    async stop() {
      runs = false;
      await stopChanges();
      const read = stopReading();
      stream.abort();
      await read;
    },
  };
}
