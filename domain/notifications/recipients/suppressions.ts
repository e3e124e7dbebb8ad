import type { Transaction } from '../../../db/client.ts';
import {
  conflictingSuppressions,
  deleteSuppression,
  insertSuppressions,
  searchSuppressions,
  targetAddress,
} from '../../../db/queries/notifications/suppressionRows.ts';
import { sharedKeyOf } from '../../../db/queries/runtime/sharedKeys.ts';
import { badRequest } from '../../errors.ts';
import { searchColumns } from '../../filtering/columns.ts';
import { parseFiltering } from '../../filtering/index.ts';
import type { Caller, JsonObject } from '../../kinds/kind.ts';
import type { Services } from '../../ports/services.ts';
import { missing } from '../../records/findRecord.ts';
import { recordText } from '../../records/record.ts';
import { type ListPart, type PartRequest, pageOf } from '../../search/search.ts';
import { countProblems } from '../../validation/problems.ts';
import { readRecord } from '../../validation/readRecord.ts';
import { describe } from '../../validation/values.ts';
import { anyPhone } from '../channels/addresses.ts';
import { channelNamed, channelNamesWith } from '../channels/index.ts';
import { suppression as kind, newSuppression } from './suppressionKind.ts';
import { targetOfToken } from './unsubscribeToken.ts';

/** Returns a Page of the suppressions that match a filtering. */
export async function listSuppressions(
  services: Services,
  filtering: string | undefined,
  { reader, after }: Omit<PartRequest, 'size'>,
): Promise<ListPart> {
  const parsed = parseFiltering(kind, filtering, 'page');
  return pageOf(
    services,
    { kind, filtering: parsed, reader },
    { ...(after !== undefined && { after }) },
    async (window) => {
      const { total, rows } = await searchSuppressions(services.sql, searchColumns(kind), parsed, window);
      return { total, records: rows.map(recordText) };
    },
  );
}

interface SuppressOptions {
  readonly caller: Caller;
  /** Runs in the transaction that stores the suppression, with its JSON text. If it throws, nothing is stored. */
  readonly inTransaction?: ((transaction: Transaction, record: string) => Promise<void>) | undefined;
}

/** Suppresses an address: no attempt is opened to it after the commit. */
export async function suppress(
  services: Services,
  input: unknown,
  { caller, inTransaction }: SuppressOptions,
): Promise<string> {
  const problems: string[] = [];
  const { values } = readRecord(kind, input, problems);
  const address = problems.length === 0 ? addressOf(services, values, problems) : '';
  if (problems.length > 0) throw badRequest(`The suppression has ${countProblems(problems)}.`, problems);
  const created = newSuppression(
    { ...values, channel: String(values.channel), address, reason: values.reason ?? 'MANUAL' },
    caller,
  );
  const { id } = created.texts;
  const record = recordText(created.texts);
  const isStored = await services.sql.begin(async (transaction) => {
    if (!(await insertSuppressions(transaction, [created])).has(id)) return false;
    await inTransaction?.(transaction, record);
    return true;
  });
  if (!isStored) {
    const like = await conflictingSuppressions(services.sql, { id, channel: created.channel, address });
    const taken = like.map((other) =>
      other.id === id
        ? `id: ${id} is taken by another Suppression`
        : `address: ${describe(address)} is suppressed already, by the Suppression ${other.id}`,
    );
    throw badRequest('The Suppression cannot be saved.', taken);
  }
  return record;
}

/** What is accepted from now on, and what still waits, is delivered there again. */
export async function liftSuppression({ sql }: Services, id: string): Promise<void> {
  if (!(await deleteSuppression(sql, id))) throw missing(kind, 'id', id);
}

/** Suppresses the address that a link was sent to; again is no error. */
export async function unsubscribe({ sql }: Services, token: string, caller: Caller): Promise<void> {
  const target = targetOfToken(await sharedKeyOf(sql, 'unsubscribe'), token);
  const found =
    target === undefined ? undefined : await targetAddress(sql, target, channelNamesWith('hasUnsubscribeLink'));
  if (!target || !found) throw badRequest('The unsubscribe link is invalid.', ['token: is not signed by this service']);
  const { channel, address } = found;
  const description = 'unsubscribed by the link of an e-mail';
  const created = newSuppression(
    { channel, address, reason: 'OPTED_OUT', description, notificationToId: target },
    { ...caller, user: 'recipient' },
  );
  await insertSuppressions(sql, [created]);
}

function addressOf({ phoneRules = anyPhone }: Services, values: JsonObject, problems: string[]): string {
  const channel = String(values.channel);
  const text = String(values.address);
  const declared = channelNamed(channel).address;
  if (!declared) return text;
  const address = declared.read(text, { ...phoneRules, allowedCountries: [] });
  if ('shown' in address) return declared.canonical(address.shown);
  problems.push(`address: ${address.problem}`);
  return text;
}
