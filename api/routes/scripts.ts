import { evaluateScript } from '../../domain/scripts/evaluate.ts';
import { type Route, route } from '../http/route.ts';
import { anyObject } from '../openapi/schemas.ts';

/** The operation of scripts that is not a generic one. */
export const scriptRoutes: readonly Route[] = [
  route({
    kind: 'Script',
    title: 'Evaluate a stored script',
    method: 'POST',
    path: '/api/v2/scripts/{scriptCode}/evaluate',
    access: { entity: 'ScriptRun', right: 'READ_WRITE' },
    description: 'Runs the script with the body as its `input`, and returns the result of the script.',
    body: { schema: anyObject, description: 'The input of the script, which its `inputSchema` validates.' },
    success: anyObject,
    codes: [200, 400, 500],
    waits: true,
    handle: async ({ services, caller, params, json, raw }) =>
      evaluateScript(services, params.scriptCode, await json(), { caller, signal: raw.signal }),
  }),
];
