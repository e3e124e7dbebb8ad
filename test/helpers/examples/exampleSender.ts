import type { Schema } from '../../../api/http/route.ts';
import { tourIds } from '../../../api/openapi/examples/leaseExamples.ts';
import { exampleIds } from '../../../api/openapi/examples/operationExamples.ts';
import { openDatabase } from '../../../db/client.ts';
import { describedAnswer, problemsOf } from '../api/openApiContract.ts';
import type { RunningService } from '../service.ts';
import { jobEnd } from '../waits/jobEnd.ts';
import { poll } from '../waits/poll.ts';
import type { DocumentedExample } from './documentedExamples.ts';

/** Parameters whose examples are not sent, each with the reason. */
const notSent: Readonly<Record<string, string>> = {
  after: 'a cursor belongs to the list that it comes from: test/contracts/search',
  appendedVersions: 'needs a template that appends another: test/workers/documents',
  reason: 'does not go with ids in the body: test/api/queues.test.ts',
};

/** Sends the examples of the OpenAPI document to a service with the sample records. */
export class ExampleSender {
  readonly #service: RunningService;
  /** The ids of this service by those of the examples. */
  readonly #ids = new Map<string, string>();
  /** The Jobs of the rebuilds that examples have started. */
  readonly #rebuilds: string[] = [];

  constructor(service: RunningService) {
    this.#service = service;
  }

  /** Makes what no example makes: a waiting notification, a dead letter, a message, and steps for workers of clients. */
  async prepare(databaseUrl: string): Promise<void> {
    await this.#makeWaitingNotification();
    await this.#makeDeadLetters(databaseUrl);
    await this.#makeTour();
    const [message] = await this.#firstOf('/admin/mailbox');
    this.#ids.set(exampleIds.mailboxMessage, message);
  }

  /**
   * Sends an example, and returns what contradicts the document; undefined if nothing does.
   *
   * @param options.selects  whether `fields` and `at` are sent, in place of `version`
   */
  async problemWith(
    example: DocumentedExample,
    { selects }: { readonly selects: boolean },
  ): Promise<string | undefined> {
    const { name, path } = example;
    if (/\/admin\/(indexes|reindex)/.test(name)) await this.#rebuildsEnd();
    const isHistory = name.endsWith('/history');
    const options = example.options.filter(
      ({ name: option }) =>
        notSent[option] === undefined &&
        (selects || (option !== 'fields' && option !== 'at')) &&
        !(selects && isHistory && option === 'version'),
    );
    const query = options.map(({ text }) => text).join('&');
    const full = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const problem = await this.#problemOf(example, await this.#send(example, full));
    return problem === undefined ? undefined : `${full}: ${problem}`;
  }

  #own(text: string): string {
    return [...this.#ids].reduce((all, [one, other]) => all.replaceAll(one, other), text);
  }

  async #send({ name, method, contentType, body }: DocumentedExample, path: string): Promise<Response> {
    const headers: Record<string, string> = {};
    const init: RequestInit = { method, redirect: 'manual', headers };
    // An ExportEnvelope has whole records.
    if (name.endsWith('/backup') && path.includes('fields=')) headers['accept'] = 'text/csv';
    if (contentType === 'multipart/form-data') {
      const { file } = body as { file: string };
      const form = new FormData();
      form.set('file', name === 'POST /admin/import' ? await this.#archive() : new Blob([file]), 'records.json');
      init.body = form;
    } else if (body !== undefined) {
      init.body = this.#own(JSON.stringify(body));
      headers['content-type'] = contentType ?? '';
    }
    return fetch(`${this.#service.url}/api/v2${this.#own(path)}`, init);
  }

  async #problemOf({ name, method, template }: DocumentedExample, response: Response): Promise<string | undefined> {
    if (response.status !== 200) return `${response.status} ${(await response.text()).slice(0, 600)}`;
    const type = response.headers.get('content-type')?.split(';')[0];
    if (type === 'text/event-stream') {
      await response.body?.cancel();
      return undefined;
    }
    const text = await response.text();
    const content = describedAnswer(method, template, '200');
    if (content === undefined) return text === '' ? undefined : `the body is not empty: ${text.slice(0, 200)}`;
    const schema: Schema | undefined = type === undefined ? undefined : content[type]?.schema;
    if (!schema) return `the content type ${type} is not described`;
    if (type !== 'application/json') return undefined;
    const answer = JSON.parse(text);
    this.#rememberIds(name, answer);
    if (/^POST \/admin\/(indexes|reindex)/.test(name) && answer.jobId) this.#rebuilds.push(answer.jobId);
    // With fields, members that the schema requires are absent.
    if (/[?&]fields=/.test(response.url)) return undefined;
    const problems = problemsOf(schema, answer);
    return JSON.stringify(problems) === '[]' ? undefined : JSON.stringify(problems).slice(0, 400);
  }

  async #archive(): Promise<Blob> {
    return (await fetch(`${this.#service.url}/api/v2/admin/export`, { method: 'POST' })).blob();
  }

  /** The service generates these ids. */
  #rememberIds(name: string, answer: { readonly id: string; readonly jobId: string }): void {
    if (name === 'POST /suppressions') this.#ids.set(exampleIds.suppression, answer.id);
    if (name === 'POST /api-keys') this.#ids.set(exampleIds.apiKey, answer.id);
    if (name === 'POST /saved-queries') this.#ids.set(exampleIds.savedQuery, answer.id);
    if (name === 'POST /documents/generate-many/{format}') this.#ids.set(exampleIds.documentsJob, answer.jobId);
  }

  /** Waits until the documents that the examples read have been made. */
  async documentsExist(): Promise<void> {
    const path = `/api/v2/documents/results/${this.#ids.get(exampleIds.documentsJob)}/archive`;
    await poll('the documents', async () => (await fetch(`${this.#service.url}${path}`)).ok);
  }

  /** The search finds a Job some time after its answer, so Jobs are read by their ids. */
  async #rebuildsEnd(): Promise<void> {
    for (const id of this.#rebuilds.splice(0)) await jobEnd(this.#service.url, id);
  }

  async #makeWaitingNotification(): Promise<void> {
    const hour = (ahead: number) => new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 16);
    const config = { emailTemplateCode: 'water-outage-mail', deliveryFrom: hour(2), deliveryTo: hour(3) };
    const post = (path: string, body: object) => this.#service.send('POST', `/api/v2${path}`, body);
    await post('/notification-rules', { code: 'tonight', name: 'Tonight', config });
    const message = {
      ...{ ownerType: 'Outage', ownerId: '16', data: { street: 'Plzeňská 12' } },
      notificationTo: [{ email: 'eva@example.com' }],
    };
    await post('/notifications', { ...message, id: exampleIds.waitingNotification, templateCode: 'tonight' });
    await post('/notifications', { ...message, templateCode: 'water-outage' });
  }

  async #makeTour(): Promise<void> {
    const { tourStep, lateTourStep, returnedTourStep } = tourIds;
    const jobSteps = [tourStep, lateTourStep, returnedTourStep].map((id) => ({ id, name: 'tour', status: 'NEW' }));
    const tour = { jobType: 'CITY_TOUR', startDate: '2026-11-20T09:00:00Z', status: 'NEW', jobSteps };
    await this.#service.send('POST', '/api/v2/jobs', tour);
  }

  async #makeDeadLetters(databaseUrl: string): Promise<void> {
    const sql = openDatabase(databaseUrl, { name: 'waybill test', max: 1 });
    await sql`insert into outbox (id, queue, data)
      select gen_random_uuid(), 'event.notification', '{"ruleCode": "unknown"}' from generate_series(1, 2)`;
    await sql.end();
    const path = '/api/v2/admin/queues/event.notification/dead-letters';
    const [one, other] = await poll('two dead letters', async () => {
      const { content } = (await this.#service.get(path)) as { content: { id: string }[] };
      return content.length >= 2 ? content.map(({ id }) => id) : undefined;
    });
    this.#ids.set(exampleIds.deadLetter, one ?? '');
    this.#ids.set(exampleIds.uselessDeadLetter, other ?? '');
  }

  /** Returns the id of the first record of a list or a page, once there is one. */
  async #firstOf(path: string): Promise<[string]> {
    return poll(`a record of ${path}`, async () => {
      const answer = (await this.#service.get(`/api/v2${path}`)) as { id: string }[] | { content: { id: string }[] };
      const [first] = Array.isArray(answer) ? answer : answer.content;
      return first && [first.id];
    });
  }
}
