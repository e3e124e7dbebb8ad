import {
  type CodeVersion,
  type LastState,
  lastStates,
  versionsWithCodes,
} from '../../db/queries/records/formerCodes.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';

/**
 * Returns the records that had these codes at a time, by code, with their last states. If the clocks of two processes differ,
 * no record may have had a code at that time: the one that had it nearest to then is returned.
 *
 * @param at ms since 1970
 */
export async function formerHolders(
  { sql }: Pick<Services, 'sql'>,
  { table, name: kind }: Kind,
  codes: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, LastState>> {
  if (codes.length === 0) return new Map();
  const best = new Map<string, { readonly id: string; readonly distance: number }>();
  const versions = await versionsWithCodes(sql, { table, kind }, codes);
  for (const [index, version] of versions.entries()) {
    if (version.change === 'DELETED' || !codes.includes(version.code)) continue;
    const distance = distanceOf(at, version, versions[index + 1]);
    if (distance <= (best.get(version.code)?.distance ?? Number.POSITIVE_INFINITY))
      best.set(version.code, { id: version.id, distance });
  }
  const ids = [...new Set([...best.values()].map(({ id }) => id))];
  const states = new Map((await lastStates(sql, { table, kind }, ids)).map((state) => [state.id, state]));
  return new Map(
    [...best].flatMap(([code, { id }]) => {
      const state = states.get(id);
      return state ? [[code, state] as const] : [];
    }),
  );
}

/** Returns the ms between a time and the time in which a record was in a version; 0 if the record was in it then. */
function distanceOf(at: number, version: CodeVersion, next: CodeVersion | undefined): number {
  const from = version.changedAt.getTime();
  const to = next?.id === version.id ? next.changedAt.getTime() : Number.POSITIVE_INFINITY;
  if (at < from) return from - at;
  return at < to ? 0 : at - to + 1;
}
