import { describe, setDefaultTimeout, test } from 'bun:test';
import { sendAsDescribed } from '../../helpers/api/openApiContract.ts';
import { startApiForFile, type TestRecord } from '../../helpers/api.ts';

// A limit on a hang. At bun's own 5 s a busy machine loses a test, and with it the server that the test process runs.
setDefaultTimeout(60_000);

/** What the api answers is what the OpenAPI document says that it answers, and what it takes is what it says it takes. */

const api = await startApiForFile();
const send = sendAsDescribed(api);

describe('jobs, logs and administration answer as described', () => {
  test('jobs and their steps', async () => {
    const body = {
      startDate: '2026-01-01T00:00:00Z',
      status: 'NEW',
      jobType: 'OF_A_CLIENT',
      data: { a: 1 },
      jobSteps: [{ name: 'one', status: 'NEW', chunkId: crypto.randomUUID(), chunk: ['a'] }],
    };
    const { id, jobSteps } = (await send('POST', '/jobs', {}, body)).json();
    const step = (jobSteps as TestRecord[])[0] as TestRecord;
    await send('GET', '/jobs/{id}', { id });
    await send('GET', '/jobs/{id}', { id }, undefined, '?expand=JOB_STEPS');
    await send('GET', '/jobs/{id}', { id: crypto.randomUUID() });
    await send('GET', '/jobs/{id}', { id: 'abc' });
    await send('GET', '/job-steps/{id}', { id: step.id });
    await send('PATCH', '/job-steps/{id}', { id: step.id }, { status: 'IN_PROGRESS' });
    await send('POST', '/job-steps', {}, { name: 'two', status: 'NEW', jobId: id });
    await send('GET', '/jobs/search/page', {}, undefined, '?filtering={}');
    await send('GET', '/job-steps/search/list', {}, undefined, '?filtering={}');
    await send('POST', '/jobs/{id}/cancel', { id });
  });

  test('logs', async () => {
    const body = {
      ownerType: 'Order',
      ownerId: '1',
      logTypeCode: 'l',
      startDate: '2026-01-01T00:00:00Z',
      endDate: '2026-01-01T00:00:01Z',
      request: 'q',
      response: 'r',
      relatedData: { a: 1 },
      relatedEntities: [{ name: 'n', data: { x: 1 } }],
    };
    const { id } = (await send('POST', '/logs', {}, body)).json();
    await send('GET', '/logs/{id}', { id });
    await send('GET', '/logs/{id}', { id: 'abc' });
    await send('GET', '/logs/by-owner/{ownerType}/{ownerId}', { ownerType: 'Order', ownerId: '1' });
    await send('GET', '/logs/search/list', {}, undefined, '?filtering={}');
    await send('POST', '/logs', {}, { ownerType: 7 });
  });

  test('notifications', async () => {
    await send(
      'POST',
      '/formatter-templates',
      {},
      { code: 'told', inputType: 'HTML', documentType: 'EMAIL', content: 'x' },
    );
    const config = { emailTemplateCode: 'told', expireAfterMinutes: 5, requiredParams: ['a'] };
    const windowed = { ...config, deliveryFrom: '00:00', deliveryTo: '23:59' };
    await send('POST', '/notification-rules', {}, { code: 'told', name: 'Told', config: windowed });
    const id = crypto.randomUUID();
    const body = {
      ownerType: 'Order',
      ownerId: '1',
      templateCode: 'told',
      subject: 'S',
      from: 'x@example.com',
      data: { a: 1 },
      formatterDocumentTemplateDataOverride: { footer: 'F' },
      attachments: [{ name: 'a', mimeType: 'text/plain', data: 'YQ==' }],
      notificationTo: [
        { email: 'a@example.com', emailType: 'T', address: { a: 1 } },
        { ownerType: 'User', ownerId: 'u' },
      ],
      relatedEntities: [{ refType: 'Site', refId: '7', gpsLat: 50.1, data: { x: 1 }, placeId: crypto.randomUUID() }],
    };
    await send('POST', '/notifications', {}, { id, ...body });
    await send('POST', '/notifications', {}, { ...body, templateCode: 'nothing' });
    await send('POST', '/notifications/batch', {}, [body, body]);
    await send('POST', '/notifications/direct', {}, body);
    await send(
      'POST',
      '/notification-rules/{idOrCode}/evaluate',
      { idOrCode: 'told' },
      {
        ownerType: 'Order',
        ownerId: '2',
        notificationTo: [{ email: 'b@example.com' }],
        data: { a: 1 },
      },
    );
    await send('GET', '/notifications/{id}', { id });
    await send('GET', '/notifications/{id}', { id: crypto.randomUUID() });
    await send('GET', '/notifications/{id}', { id: 'abc' });
    await send('PUT', '/notifications/{id}/state/{newState}', { id, newState: 'CANCELLED' });
    await send('PUT', '/notifications/{id}/state/{newState}', { id, newState: 'CANCELLED' });
    await send('POST', '/notifications/by-owners/{ownerType}', { ownerType: 'Order' }, ['1', '2']);
    await send('GET', '/notifications/{id}/related-entities/{refType}', { id, refType: 'Site' });
    await send('GET', '/notifications/search/list', {}, undefined, '?filtering={}');
    await send('GET', '/notifications/search/page', {}, undefined, '?filtering={}');
  });

  test('scripts', async () => {
    const source = 'return {};';
    await send('POST', '/scripts', {}, { code: 'evaluated', name: 'n', source, inputSchema: { required: ['a'] } });
    await send('POST', '/scripts/{scriptCode}/evaluate', { scriptCode: 'evaluated' }, { b: 1 });
    await send('POST', '/scripts/{scriptCode}/evaluate', { scriptCode: 'nothing' }, {});
  });

  test('documents', async () => {
    await send('GET', '/documents/formats');
    await send('GET', '/formatter-templates/search/data-tags', {}, undefined, '?search=o');
    await send(
      'POST',
      '/documents/generate/{documentTemplateCode}/{format}',
      {
        documentTemplateCode: 'nothing',
        format: 'pdf',
      },
      {},
    );
    await send('POST', '/documents/name/{templateCode}', { templateCode: 'nothing' }, {});
    const items = [{ documentId: 'a', documentTemplateCode: 'b', data: {} }];
    const many = await send('POST', '/documents/generate-many/{format}', { format: 'pdf' }, items, '?async=true');
    const { jobId } = many.json<{ jobId: string }>();
    await send('GET', '/documents/results/{jobId}', { jobId });
    await send('GET', '/documents/results/{jobId}', { jobId: crypto.randomUUID() });
    await send('GET', '/documents/results/{jobId}/archive', { jobId: crypto.randomUUID() });
  });

  test('queues, workers and indexes', async () => {
    const queues = (await send('GET', '/admin/queues')).json<{ name: string }[]>();
    const { name } = queues[0] as { name: string };
    await send('POST', '/admin/queues/{name}/pause', { name });
    await send('POST', '/admin/queues/{name}/resume', { name });
    await send('PUT', '/admin/queues/{name}/concurrency', { name }, { concurrency: 2 });
    await send('PUT', '/admin/queues/{name}/concurrency', { name }, {});
    await send('GET', '/admin/queues/{name}/dead-letters', { name });
    await send('GET', '/admin/queues/{name}/dead-letters', { name: 'nothing' });
    await send('GET', '/admin/workers');
    await send('GET', '/admin/indexes');
    await send('PUT', '/admin/indexes/{indexName}/mapping', { indexName: 'worklog-types' });
    await send('PUT', '/admin/indexes/{indexName}/mapping', { indexName: 'nothing' });
    await send('POST', '/admin/user-management/evict-cache');
    await send('POST', '/admin/document-management/evict-cache');
  });
});
