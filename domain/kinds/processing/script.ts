import { compileInputSchema } from '../../validation/schemas/inputSchema.ts';
import { syntaxProblems } from '../../validation/scriptSyntax.ts';
import { isObject } from '../../validation/values.ts';
import { code, free, integer, name, primaryKey, string } from '../declaration/members.ts';
import { codedOperations } from '../declaration/operationSets.ts';
import type { Kind } from '../kind.ts';

/** Maximum and default of a script's time limit. */
export const MAX_TIMEOUT_MS = 5_000;

/** A stored script. Its evaluation: api/routes/scripts.ts. */
export const script: Kind = {
  name: 'Script',
  path: 'scripts',
  table: 'script',
  plural: 'scripts',
  description: 'A stored script in JavaScript, which runs in a sandbox without files, network and timers.',
  members: {
    id: primaryKey(),
    code: code(),
    name: name(),
    description: string({ description: 'What the script computes.' }),
    source: string({
      required: true,
      min: 1,
      max: 100_000,
      description: 'JavaScript: the body of a function with the parameter `input` that returns an object.',
    }),
    timeoutMs: integer({
      min: 1,
      max: MAX_TIMEOUT_MS,
      description: `Time limit of a run in ms; ${MAX_TIMEOUT_MS} if absent.`,
    }),
    inputSchema: free({ description: 'JSON Schema (2020-12) of the input.' }),
  },
  operations: codedOperations,
  keepsHistory: true,
  guarded: true,
  unindexedColumns: ['source', 'source~'],
  check: ({ source, inputSchema }) => {
    const compiled = isObject(inputSchema) ? compileInputSchema(inputSchema) : [];
    return [
      ...(typeof source === 'string' ? syntaxProblems(source) : []),
      ...(Array.isArray(compiled) ? compiled : []),
    ];
  },
};
