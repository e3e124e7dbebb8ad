import { expect } from 'bun:test';
import { openDatabase } from '../../../db/client.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import { makeDatabaseForFile, startServiceForFile, stopAfterFile } from '../bootstrap.ts';
import { poll } from '../waits/poll.ts';
import { columnsWith } from './columnsWith.ts';

type Sent = JsonObject & {
  status: string;
  id: string;
  contents?: string;
  data?: JsonObject;
  notificationTo: JsonObject[];
};

/** Starts a service with real processes and its mailbox, for erasures of persons who got messages and documents. */
export async function startErasureServiceForFile() {
  const database = await makeDatabaseForFile();
  const sql = openDatabase(database.url, { name: 'erasure test', max: 2 });
  stopAfterFile(() => sql.end());
  const service = await startServiceForFile({
    ...{ DATABASE_URL: database.url, SAMPLE_DATA: 'false', PORT: '0', WORKERS: '1', LOG_LEVEL: 'warn' },
    PUBLIC_URL: 'https://waybill.example',
  });
  const api = '/api/v2';
  const send = (method: string, path: string, body?: object) =>
    service.send(method, `${api}/${path}`, body) as Promise<JsonObject>;
  const post = (path: string, body: object) => send('POST', path, body);
  const get = (path: string) => service.get(`${api}/${path}`) as Promise<JsonObject>;
  return {
    sql,
    url: `${service.url}${api}`,
    send,
    post,
    get,
    getSent: (id: string) => get(`notifications/${id}`) as Promise<Sent>,
    ended: (id: string): Promise<Sent> =>
      poll('the notification to end', async () => {
        const notification = (await get(`notifications/${id}`)) as Sent;
        return ['SENT', 'PARTIALLY_SENT', 'FAILED'].includes(notification.status) ? notification : undefined;
      }),
    jobEnded: (id: string): Promise<unknown> =>
      poll('the Job to end', async () => {
        const { status } = await get(`jobs/${id}`);
        return status === 'COMPLETED' || status === 'FAILED' ? status : undefined;
      }),
    /** Waits until none of the patterns matches in any table: indexes follow. */
    expectNoneLeft: async (patterns: readonly string[]) => {
      const left = () => columnsWith(sql, patterns);
      await poll('no text to be left', async () => ((await left()).length === 0 ? true : undefined)).catch(async () =>
        expect(await left()).toEqual([]),
      );
    },
  };
}
