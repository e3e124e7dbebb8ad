import {
  lockRule,
  removeSecretsFromPlans,
  replaceRule,
  replaceVersion,
  rulesWithSecrets,
  versionsOfRule,
} from '../../db/queries/notifications/ruleSecretRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import { storeWriteOnlyText } from '../../db/queries/records/writeOnlyRows.ts';
import { previousReleaseIsAlive } from '../../db/queries/runtime/previousRelease.ts';
import { withTransactionRetry } from '../../db/withTransactionRetry.ts';
import { searchDocument } from '../filtering/searchDocument.ts';
import type { Audit, Caller, JsonObject } from '../kinds/kind.ts';
import { notificationRule as kind } from '../kinds/processing/notificationRule.ts';
import type { Services } from '../ports/services.ts';
import { indexSyncData, newId } from '../records/record.ts';
import { parseStored } from '../records/storedText.ts';
import { isObject } from '../validation/values.ts';

/**
 * Moves the secrets that release 0.2 stored in rules, in their history and in the plans of notifications to the table of
 * secrets. Waits for the end of the last process of that release, which finds secrets nowhere else. Safe to repeat after
 * a crash: the history of a rule is changed together with the rule, after the plans.
 *
 * @returns false if a process of release 0.2 is live
 */
export async function moveRuleSecrets(services: Services, caller: Caller): Promise<boolean> {
  const { sql } = services;
  if (await previousReleaseIsAlive(sql)) return false;
  const ids = await rulesWithSecrets(sql);
  if (ids.length === 0) return true;
  await removeSecretsFromPlans(sql);
  for (const id of ids) await withTransactionRetry(() => moveSecret(services, id, caller));
  services.wakeRelay();
  services.log.info({ rules: ids.length }, 'the secrets of rules were moved to their own table');
  return true;
}

/** Moves the secrets of one rule and of its earlier versions; the versions keep their numbers. */
async function moveSecret({ sql }: Services, id: string, caller: Caller): Promise<void> {
  await sql.begin(async (transaction) => {
    const [rule] = await lockRule(transaction, id);
    let last: Secret | undefined;
    let incarnation: bigint | undefined;
    for (const version of await versionsOfRule(transaction, id)) {
      if (version.incarnation !== incarnation) last = undefined;
      incarnation = version.incarnation;
      const values = parseStored(version.doc);
      last = secretOf(values, version.changedAt.toISOString(), last);
      const doc = JSON.stringify(withReport(values, last));
      if (doc !== version.doc) await replaceVersion(transaction, id, { ...version, doc });
    }
    if (!rule) return;
    const before = parseStored(rule.doc);
    const secret = secretOf(before, new Date().toISOString(), last);
    const values = withReport(before, secret);
    const doc = JSON.stringify(values);
    if (doc === rule.doc) return;
    const { writeOnly } = kind;
    if (secret && writeOnly && isObject(values.config)) {
      const boundTo = writeOnly.boundTo(values.config);
      await storeWriteOnlyText(transaction, writeOnly.table, id, { text: secret.text, boundTo });
    }
    await replaceRule(transaction, id, { doc, search: searchDocument(kind, values, parseStored<Audit>(rule.audit)) });
    await enqueue(transaction, [{ id: newId(), queue: 'index.sync', data: indexSyncData(kind, [id], caller) }]);
  });
}

interface Secret {
  readonly text: string;
  /** ISO 8601. */
  readonly changedAt: string;
}

/** Returns the secret in the values of a rule, with the time since which it is the same. */
function secretOf({ config }: JsonObject, changedAt: string, last: Secret | undefined): Secret | undefined {
  const text = isObject(config) ? config.secret : undefined;
  if (typeof text !== 'string' || text === '') return undefined;
  return last?.text === text ? last : { text, changedAt };
}

/** Replaces a secret in values by the members that report it. */
function withReport<V extends JsonObject>(values: V, secret: Secret | undefined): V {
  const { config } = values;
  if (!isObject(config) || config.secret === undefined) return values;
  const { secret: _, ...rest } = config;
  const report = secret && { secretSet: true, secretChangedAt: secret.changedAt };
  return { ...values, config: { ...rest, ...report } };
}
