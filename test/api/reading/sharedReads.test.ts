import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { storeLog } from '../../helpers/api/logRequests.ts';
import { startApiForFile } from '../../helpers/api.ts';
import { poll } from '../../helpers/waits/poll.ts';

setDefaultTimeout(60_000);

/** Reads of single records that arrive together, which share statements. */

const api = await startApiForFile();
const RECORDS = 40;
const numbers = [...Array(RECORDS).keys()];

const types = await Promise.all(
  numbers.map(async (number) => {
    const answer = await api.request('POST', '/worklog-types', { code: `type-${number}`, name: `Type ${number}` });
    return answer.json().id;
  }),
);
const logs = await Promise.all(numbers.map(async (number) => (await storeLog(api, { ownerId: `order-${number}` })).id));

describe('reads that arrive together', () => {
  test('return what each of them returns alone', async () => {
    const paths = [
      ...types.flatMap((id) => [`/worklog-types/${id}`, `/worklog-types/${id.toUpperCase()}`]),
      ...numbers.map((number) => `/worklog-types/by-code/type-${number}`),
      ...logs.map((id) => `/logs/${id}`),
      // Other months, and records that do not exist, or are of another kind.
      ...logs.map((id, number) => `/logs/0${2 + (number % 8)}${id.slice(2)}`),
      ...[types[0], logs[0], 'x%00y'].flatMap((key) => [`/logs/${key}`, `/worklog-types/by-code/${key}`]),
      ...logs.map((id) => `/worklog-types/${id}`),
    ];
    const read = async (path: string) => {
      const { status, headers, text } = await api.request('GET', path);
      return status === 200 ? { status, etag: headers.get('etag'), text } : { status };
    };
    const alone = [];
    for (const path of paths) alone.push(await read(path));
    expect(alone.filter(({ status }) => status === 200)).toHaveLength(4 * RECORDS + 1);
    expect(await Promise.all([...paths, ...paths].map(read))).toEqual([...alone, ...alone]);
  });

  test('see every write that was answered before them', async () => {
    const writeAndRead = async (id: string, number: number): Promise<void> => {
      for (let round = 0; round < 5; round++) {
        const name = `Type ${number} of round ${round}`;
        const written = await api.request('PUT', `/worklog-types/${id}`, { code: `type-${number}`, name });
        const byCode = api.request('GET', `/worklog-types/by-code/type-${number}`);
        const read = [await api.request('GET', `/worklog-types/${id}`), await byCode];
        for (const { text } of read) expect(text).toBe(written.text);
      }
    };
    await Promise.all(types.map(writeAndRead));
  });

  test('of a locked table delay no others', async () => {
    let delayed: Promise<number>[] = [];
    let ended = 0;
    await api.sql.begin(async (transaction) => {
      await transaction`lock table worklog_type`;
      delayed = types.map(async (id) => {
        const { status } = await api.request('GET', `/worklog-types/${id}`);
        ended++;
        return status;
      });
      const isWaiting = async () => {
        const [row] = await transaction<{ waits: boolean }[]>`
          select exists (select from pg_locks where not granted and relation = 'worklog_type'::regclass) as waits`;
        return row?.waits === true;
      };
      await poll('a read to wait for the lock', isWaiting);
      for (const id of logs) expect((await api.request('GET', `/logs/${id}`)).status).toBe(200);
      expect(ended).toBe(0);
    });
    expect(new Set(await Promise.all(delayed))).toEqual(new Set([200]));
  });

  test('find no record whose deletion was answered before them', async () => {
    const removeAndRead = async (id: string): Promise<number> => {
      expect((await api.request('DELETE', `/worklog-types/${id}`)).status).toBe(200);
      return (await api.request('GET', `/worklog-types/${id}`)).status;
    };
    expect(new Set(await Promise.all(types.map(removeAndRead)))).toEqual(new Set([400]));
  });
});
