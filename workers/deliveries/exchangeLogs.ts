import type { Transaction } from '../../db/client.ts';
import { type Month, monthOf } from '../../db/queries/logs/logPartitions.ts';
import { insertLogs } from '../../db/queries/logs/logStatements.ts';
import { inParts } from '../../db/queries/valueRows.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { log as kind } from '../../domain/kinds/processing/log.ts';
import { EXCHANGE } from '../../domain/notifications/exchanges.ts';
import type { Services } from '../../domain/ports/services.ts';
import { type Context, contextOf, workerCaller } from '../../domain/queue/context.ts';
import { firstAudit, newId, recordTexts, withId } from '../../domain/records/record.ts';

/** One send, for the log. */
export interface Exchange {
  /** The record that has sent it. */
  readonly owner: { readonly type: 'Notification' | 'NotificationRule'; readonly id: string };
  /** Of a notification. */
  readonly targetId?: string;
  readonly since: Date;
  readonly durationMs: number;
  /** The request without credentials. */
  readonly request: JsonObject;
  readonly provider: string;
  readonly outcome: string;
  readonly answer: string;
  readonly messageId: string;
  readonly context: Context;
}

export interface ExchangeLog {
  readonly targetId: string | undefined;
  readonly month: Month;
  readonly id: string;
  readonly parameters: readonly (string | null)[];
  readonly context: Context;
}

/** Builds the Logs of exchanges. */
export async function exchangeLogs(services: Services, exchanges: readonly Exchange[]): Promise<ExchangeLog[]> {
  if (exchanges.length === 0) return [];
  const type = await services.logTypes.byCode(EXCHANGE);
  const month = monthOf(new Date());
  return exchanges.map((exchange) => {
    const { owner, targetId, since, durationMs, request, provider, outcome, answer, context } = exchange;
    const id = newId();
    const startDate = since.toISOString();
    const values: JsonObject = {
      ownerType: owner.type,
      ownerId: owner.id,
      ...(type && { logType: { ...type } }),
      logTypeCode: EXCHANGE,
      startDate,
      request: JSON.stringify(request),
      response: answer,
      resultCode: outcome,
      endDate: new Date(since.getTime() + durationMs).toISOString(),
      correlationId: context.correlationId ?? owner.id,
      messageId: exchange.messageId,
      duration: durationMs,
      module: 'notifications',
      relatedData: { provider, ...(targetId !== undefined && { notificationToId: targetId }) },
    };
    const { doc, audit, search } = recordTexts(kind, withId(values, id), firstAudit(workerCaller(context)));
    // No lock of the LogType: the Log of a message is stored also if the type is deleted at the same time.
    const parameters = [id, month, owner.type, owner.id, EXCHANGE, startDate, doc, audit, search, null];
    return { targetId, month, id, parameters, context };
  });
}

/** Inserts the Logs in the transaction that writes the outcomes of their exchanges. */
export async function insertExchangeLogs(transaction: Transaction, logs: readonly ExchangeLog[]): Promise<void> {
  await Promise.all(
    inParts(logs, (log) => log.parameters).map(({ items, rows, parameters }) => {
      const contexts = items.map(({ context }) => contextOf(context));
      const data = JSON.stringify({ kind: kind.name, ids: items.map(({ id }) => id), contexts });
      return transaction.unsafe(insertLogs(rows), [newId(), data, ...parameters], { prepare: true });
    }),
  );
}
