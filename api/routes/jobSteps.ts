import { createStep } from '../../domain/jobs/clientJobs/addSteps.ts';
import { patchStep, replaceStep } from '../../domain/jobs/clientJobs/changeStep.ts';
import { getStep, getStepByChunk } from '../../domain/jobs/read.ts';
import { job } from '../../domain/kinds/processing/job.ts';
import { jobStep } from '../../domain/kinds/processing/jobStep.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { type Answer, type ApiRequest, type Route, route } from '../http/route.ts';
import { newRecord, patchBody, replacement } from '../openapi/bodyShapes.ts';
import { ref } from '../openapi/schemas.ts';
import { immediatelyRefresh, refreshing } from './records/recordWrites.ts';

const steps = '/api/v2/job-steps';

/** Returns the answer to a write of a step, which changes its Job too. */
function withStep(refresh: ReturnType<typeof refreshing>, text: string): Promise<Answer> {
  const { id, jobId } = parseStored<{ id: string; jobId: string }>(text);
  return refresh(text, [
    { kind: jobStep, ids: [id] },
    { kind: job, ids: [jobId] },
  ]);
}

/** Changes the step with the id by the body. */
async function change(request: ApiRequest<'id'>, write: typeof replaceStep): Promise<Answer> {
  const { services, params, caller, precondition, json } = request;
  const refresh = refreshing(request);
  return withStep(refresh, await write(services, params.id, await json(), { caller, precondition }));
}

/** The operations of the steps of jobs that are not generic ones. */
export const jobStepRoutes: readonly Route[] = [
  route({
    kind: 'JobStep',
    title: 'JobStepPublicApi.create',
    description: 'Adds a step to a job of a type of the client. Workers add the steps of built-in types.',
    method: 'POST',
    path: steps,
    access: { kind: 'JobStep', right: 'READ_WRITE' },
    query: [immediatelyRefresh],
    body: { ...newRecord(jobStep), required: true },
    success: ref('JobStep'),
    codes: [200, 400, 500],
    record: 'created',
    idempotencyKey: true,
    handle: async (request) => {
      const { services, caller, json, storeAnswer } = request;
      const refresh = refreshing(request);
      return withStep(refresh, await createStep(services, await json(), { caller, inTransaction: storeAnswer }));
    },
  }),
  route({
    kind: 'JobStep',
    title: 'Returns a job step',
    description: 'Returns the step with the id.',
    method: 'GET',
    path: `${steps}/{id}`,
    access: { kind: 'JobStep', right: 'READ' },
    uuids: ['id'],
    success: ref('JobStep'),
    codes: [200, 400, 404, 500],
    record: 'represented',
    reads: { shape: 'record' },
    handle: (request) => getStep(request.services, request.params.id),
  }),
  route({
    kind: 'JobStep',
    title: 'Returns a job step',
    method: 'GET',
    path: `${steps}/by-chunk/{chunkId}/{name}`,
    pathParameters: { name: 'Name of the step.' },
    access: { kind: 'JobStep', right: 'READ' },
    description: 'Returns the step with the chunk and the name, which are unique together.',
    uuids: ['chunkId'],
    success: ref('JobStep'),
    codes: [200, 400, 500],
    record: 'represented',
    reads: { shape: 'record' },
    handle: ({ services, params }) => getStepByChunk(services, params.chunkId, params.name),
  }),
  route({
    kind: 'JobStep',
    title: 'Update existing job step',
    description: 'Replaces the step of a job of the client. The status of the job follows.',
    method: 'PUT',
    path: `${steps}/{id}`,
    access: { kind: 'JobStep', right: 'READ_WRITE' },
    uuids: ['id'],
    query: [immediatelyRefresh],
    body: { ...replacement(jobStep), required: true },
    success: ref('JobStep'),
    codes: [200, 400, 404, 500],
    record: 'represented',
    handle: (request) => change(request, replaceStep),
  }),
  route({
    kind: 'JobStep',
    title: 'Update properties of an existing job step',
    description: 'Changes the members in the body and leaves all others as they are. The status of the job follows.',
    method: 'PATCH',
    path: `${steps}/{id}`,
    access: { kind: 'JobStep', right: 'READ_WRITE' },
    uuids: ['id'],
    query: [immediatelyRefresh],
    body: { ...patchBody(jobStep), required: true },
    success: ref('JobStep'),
    codes: [200, 400, 404, 500],
    record: 'represented',
    handle: (request) => change(request, patchStep),
  }),
];
