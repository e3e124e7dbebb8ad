import type { Database } from '../../../db/client.ts';
import type { JsonObject } from '../../../domain/kinds/kind.ts';
import type { DrivenProcess } from '../killPoints/drivenProcess.ts';
import { unequal } from '../killPoints/recovery.ts';
import { columnsWith } from './columnsWith.ts';

/** The erasure of a user whose code its type has in its name, for a test in which processes die. */
export function erasureScenario(sql: Database) {
  let person = '';
  return {
    queue: 'step.guarded',
    kinds: ['User', 'UserType'],
    start: async (survivor: DrivenProcess): Promise<string> => {
      const code: string = crypto.randomUUID();
      person = `person.${code}`;
      const send = async (path: string, body: JsonObject) =>
        JSON.parse((await survivor.request('POST', path, body)).text);
      await send('/user-types', { code, name: `of ${person}`, type: 'INDIVIDUAL', registry: {} });
      await send('/users', { code: person, type: code, chars: {} });
      await survivor.work();
      return (await send(`/users/${person}/erase`, { dryRun: false })).jobId;
    },
    problems: async (): Promise<string[]> => [
      ...unequal('texts of the person', await columnsWith(sql, [String.raw`\m${person}`]), []),
      ...unequal('patterns', (await sql`select from erasure`).length, 0),
    ],
  } as const;
}
