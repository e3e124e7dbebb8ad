import { preconditionFailed } from '../errors.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { checkTag, entityTag, type Precondition } from './entityTag.ts';
import { shownText } from './showRecord.ts';

/** Throws a 412 if the precondition of a write does not hold for the stored record. */
export async function checkPrecondition(
  services: Services,
  kind: Kind,
  row: { readonly doc: string; readonly audit: string },
  precondition: Precondition | undefined,
): Promise<void> {
  if (!precondition) return;
  checkTag(kind, entityTag(await shownText(services, kind, row)), precondition);
}

/** Throws a 412 if the precondition of a write demands a record, and there is none. */
export function checkAbsence(kind: Kind, precondition: Precondition | undefined): void {
  if (precondition?.ifMatch !== undefined)
    throw preconditionFailed(`There is no such ${kind.name}.`, [`If-Match: no ${kind.name} has the id`]);
}
