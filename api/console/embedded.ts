import type { ApiRequest } from '../http/route.ts';

/** Longest wait for each response that comes with the page, in ms. What comes later, the page requests itself. */
const MAX_WAIT_MS = 300;

/** An event of a stream of server-sent events. */
const eventPattern = /^data: (.*)\n\n/;

type Client = Pick<ApiRequest, 'respondTo' | 'raw'>;

interface EarlyAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Returns the element with the responses that the page would otherwise request first, one round trip later: who its caller
 * is, what operations need, and the figures of the overview if the caller may read them. The service makes them for the client's own credentials.
 */
export async function embeddedAnswers(client: Client): Promise<string> {
  // No text can end the element.
  const answers = JSON.stringify(await answersFor(client)).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="answers">${answers}</script>`;
}

async function answersFor(client: Client): Promise<Record<string, EarlyAnswer>> {
  // Other destinations are not pages that somebody opens.
  if ((client.raw.headers.get('sec-fetch-dest') ?? 'document') !== 'document') return {};
  const [me, operations] = await Promise.all([read(client, '/api/v2/me'), read(client, '/console/operations')]);
  const live = me?.status === 200 && mayFollow(JSON.parse(me.body)) ? await firstEvent(client) : undefined;
  return {
    ...(me && { '/api/v2/me': me }),
    ...(operations && { '/console/operations': operations }),
    ...(live && { '/metrics/live': live }),
  };
}

interface Me {
  readonly access: readonly { readonly entityName: string; readonly read: string }[];
}

const mayFollow = ({ access }: Me): boolean =>
  access.some(({ entityName, read }) => entityName === 'Metrics' && read !== 'none');

const read = ({ respondTo }: Client, path: string): Promise<EarlyAnswer | undefined> =>
  inTime(respondTo(path).then(async (response) => ({ status: response.status, body: await response.text() })));

async function firstEvent({ respondTo }: Client): Promise<EarlyAnswer | undefined> {
  const { status, body } = await respondTo('/metrics/live');
  if (status !== 200 || !body) return undefined;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const first = await inTime(reader.read());
  await reader.cancel();
  const [, event] = eventPattern.exec(first?.value ?? '') ?? [];
  return event === undefined ? undefined : { status, body: event };
}

/** Returns what a promise resolves to; undefined if it takes too long. */
const inTime = <T>(promise: Promise<T>): Promise<T | undefined> =>
  Promise.race([promise, Bun.sleep(MAX_WAIT_MS).then(() => undefined)]);
