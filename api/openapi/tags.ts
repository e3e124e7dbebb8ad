import { kinds } from '../../domain/kinds/index.ts';
import { suppression } from '../../domain/notifications/recipients/suppressionKind.ts';
import type { Schema } from '../http/route.ts';

/** Introductions of the operations that belong to no kind. Those of a kind are introduced by its description. */
const subjects: Readonly<Record<string, string>> = {
  Access:
    'Who calls, and what callers may do: sign-in, sessions, API keys, the audit list, and explanations of rights.',
  Admin:
    'Operation of the service: queues, workers, search indexes, caches, archives of all reference data, and the embedded mailbox.',
  Change: 'What has happened to the records of all kinds with a history, in the order of the commits.',
  Document: 'Documents and names from templates and data: one while the caller waits, or many in a Job.',
};

/** Returns the tags of the operations, each with its introduction. Throws if a subject has none. */
export function tagsOf(names: readonly string[]): Schema[] {
  return names.map((name) => {
    const kind = [...kinds, suppression].find((one) => one.name === name);
    const description = kind?.description ?? subjects[name];
    if (description === undefined) throw new Error(`api/openapi/tags.ts does not describe the subject ${name}`);
    return { name, description };
  });
}
