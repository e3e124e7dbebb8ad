import type { RequestExample } from './requestExample.ts';

/** Ids of steps that workers of clients claim. */
export const tourIds = {
  tourStep: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f83',
  lateTourStep: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f84',
  returnedTourStep: '0198c0de-7a51-7c3e-9d2f-5b8e4a1c6f85',
} as const;

const worker = 'tour-1';
const claimed = { id: tourIds.tourStep, token: 1 };
const claim = 'POST /job-steps/claim';

/** Requests of workers of clients. */
export const leaseExamples: Readonly<Record<string, RequestExample>> = {
  [claim]: {
    needs: 'a Job of this type with free steps',
    body: { jobTypes: ['CITY_TOUR'], max: 10, leaseSeconds: 60, worker },
  },
  'POST /job-steps/extend': { after: claim, body: { worker, leaseSeconds: 60, steps: [claimed] } },
  'POST /job-steps/progress': {
    after: 'POST /job-steps/extend',
    body: { worker, steps: [{ ...claimed, processingInfo: { stops: 3 } }] },
  },
  'POST /job-steps/complete': {
    after: 'POST /job-steps/progress',
    body: { worker, steps: [{ ...claimed, processingInfo: { stops: 7 } }] },
  },
  'POST /job-steps/fail': {
    after: claim,
    body: { worker, steps: [{ id: tourIds.lateTourStep, token: 1, log: 'The bus is late.', afterSeconds: 30 }] },
  },
  'POST /job-steps/release': { after: claim, body: { worker, steps: [{ id: tourIds.returnedTourStep, token: 1 }] } },
};
