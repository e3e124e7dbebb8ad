import { describe, expect, test } from 'bun:test';
import {
  type DeliveryEvent,
  type DeliveryStateName,
  type DeliveryTransition,
  deliveryStateNames,
  stateOf,
  statusOfState,
} from '../../../domain/notifications/delivery/deliveryState.ts';
import { replannableStatuses, transition } from '../../../domain/notifications/delivery/stateMachine.ts';
import { ignored, inProgress, planned, type Row, receipt, receipts, reported, reports } from './deliveryRows.ts';

const table: { readonly [Type in DeliveryEvent['type']]: readonly [Extract<DeliveryEvent, { type: Type }>, Row][] } = {
  resolved: [[{ type: 'resolved' }, { ...ignored, UNRESOLVED: 'PLAN' }]],
  expanded: [[{ type: 'expanded' }, { ...ignored, UNRESOLVED: 'EXPANDED' }]],
  unresolvable: [
    [
      { type: 'unresolvable', status: 'FAILED', reason: 'no user' },
      { ...ignored, UNRESOLVED: 'FAILED write' },
    ],
    [
      { type: 'unresolvable', status: 'SKIPPED', reason: 'disabled' },
      { ...ignored, UNRESOLVED: 'SKIPPED write' },
    ],
  ],
  suppressed: [[{ type: 'suppressed' }, planned('SKIPPED write')]],
  expired: [[{ type: 'expired' }, planned('EXPIRED write')]],
  undeliverable: [[{ type: 'undeliverable', reason: 'template' }, planned('FAILED write')]],
  repeated: [[{ type: 'repeated' }, ignored]],
  deferred: [
    [
      { type: 'deferred', seconds: 9, reason: 'window' },
      { ...ignored, PLAN: 'PLAN write enqueueSuccessor(9)' },
    ],
  ],
  attemptOpened: [
    [
      { type: 'attemptOpened', counts: true },
      { ...ignored, PLAN: 'IN_PROGRESS:2' },
    ],
    [
      { type: 'attemptOpened', counts: false },
      { ...ignored, PLAN: 'IN_PROGRESS' },
    ],
  ],
  unserved: [
    [
      { type: 'unserved', reason: 'no driver' },
      { ...ignored, PLAN: 'PLAN returnJob(30)', IN_PROGRESS: 'IN_PROGRESS returnJob(30)' },
    ],
  ],
  fenced: [
    [
      { type: 'fenced' },
      {
        ...ignored,
        UNRESOLVED: 'UNRESOLVED returnJob(0)',
        PLAN: 'PLAN returnJob(0)',
        IN_PROGRESS: 'IN_PROGRESS returnJob(0)',
      },
    ],
  ],
  leased: [[{ type: 'leased', seconds: 4 }, inProgress('IN_PROGRESS returnJob(4)')]],
  sent: [[{ type: 'sent' }, inProgress('SENT write recordAttempt storeContent')]],
  rejected: [
    [{ type: 'rejected', answer: 'spam' }, inProgress('FAILED write recordAttempt')],
    [
      { type: 'rejected', answer: 'no such user', address: 'bounced' },
      inProgress('FAILED write recordAttempt suppressAddress(BOUNCED)'),
    ],
    [
      { type: 'rejected', answer: 'stop', address: 'opted-out' },
      inProgress('FAILED write recordAttempt suppressAddress(OPTED_OUT)'),
    ],
  ],
  failed: [
    [{ type: 'failed', answer: 'greylisted' }, inProgress('PLAN write recordAttempt enqueueSuccessor(100)')],
    [
      { type: 'failed', answer: 'throttled', afterSeconds: 7 },
      inProgress('PLAN write recordAttempt enqueueSuccessor(7)'),
    ],
    [
      { type: 'failed', answer: 'unreachable', nextProvider: true },
      inProgress('PLAN write recordAttempt tryNextProvider'),
    ],
  ],
  busy: [[{ type: 'busy', answer: 'all connections' }, inProgress('PLAN:0 write refundAttempt enqueueSuccessor(5)')]],
  notHandedOver: [[{ type: 'notHandedOver' }, inProgress('PLAN:0 write refundAttempt returnJob(0)')]],
  stopped: [[{ type: 'stopped', answer: 'shutdown' }, inProgress('PLAN write recordAttempt returnJob(0)')]],
  unknown: [
    [{ type: 'unknown', answer: 'silence', resend: false }, inProgress('OUTCOME_UNKNOWN write recordAttempt')],
    [
      { type: 'unknown', answer: 'silence', resend: true },
      inProgress('PLAN write recordAttempt enqueueSuccessor(100)'),
    ],
  ],
  lost: [
    [{ type: 'lost', answer: 'died', resend: false }, inProgress('OUTCOME_UNKNOWN write recordAttempt')],
    [{ type: 'lost', answer: 'died', resend: true }, inProgress('PLAN write recordAttempt enqueueSuccessor(0)')],
  ],
  joined: [[{ type: 'joined' }, { ...ignored, PLAN: 'SKIPPED' }]],
  reopened: [[{ type: 'reopened' }, { ...ignored, SKIPPED: 'PLAN' }]],
  // The cases of a delivery without an attempt are below.
  cancelled: [[{ type: 'cancelled' }, ignored]],
  replanned: [
    [
      { type: 'replanned', resolved: true },
      {
        ...ignored,
        UNDELIVERED: 'PLAN:0',
        FAILED: 'PLAN:0',
        OUTCOME_UNKNOWN: 'PLAN:0',
        EXPIRED: 'PLAN:0',
        CANCELLED: 'PLAN:0',
      },
    ],
    [
      { type: 'replanned', resolved: false },
      {
        ...ignored,
        UNDELIVERED: 'UNRESOLVED:0',
        FAILED: 'UNRESOLVED:0',
        OUTCOME_UNKNOWN: 'UNRESOLVED:0',
        EXPIRED: 'UNRESOLVED:0',
        CANCELLED: 'UNRESOLVED:0',
      },
    ],
  ],
  receipt: [
    [receipt({ matches: true }), receipts({ SENT: 'SENT', DELIVERED: 'DELIVERED', OUTCOME_UNKNOWN: 'SENT' })],
    [
      receipt({ matches: true, delivery: 'DELIVERED' }),
      receipts({ SENT: 'DELIVERED', DELIVERED: 'DELIVERED', OUTCOME_UNKNOWN: 'DELIVERED' }),
    ],
    [
      receipt({ matches: true, delivery: 'UNDELIVERED' }),
      receipts({ SENT: 'UNDELIVERED', DELIVERED: 'UNDELIVERED', OUTCOME_UNKNOWN: 'UNDELIVERED' }),
    ],
    [
      receipt({ matches: false, delivery: 'UNDELIVERED' }),
      {
        ...ignored,
        PLAN: 'PLAN storeReceipt',
        IN_PROGRESS: 'IN_PROGRESS storeReceipt',
        OUTCOME_UNKNOWN: 'UNDELIVERED write storeReceipt',
      },
    ],
  ],
  reported: [
    [
      reported('bounced', true),
      reports('suppressAddress(BOUNCED)', {
        PLAN: 'UNDELIVERED write recordReport suppressAddress(BOUNCED)',
        SENT: 'UNDELIVERED write recordReport suppressAddress(BOUNCED)',
      }),
    ],
    [
      reported('bounced', false),
      reports('', { PLAN: 'UNDELIVERED write recordReport', SENT: 'UNDELIVERED write recordReport' }),
    ],
    [reported('soft-bounced', false), reports('', {})],
    [
      reported('complained', true),
      reports('suppressAddress(COMPLAINED)', { SENT: 'DELIVERED write recordReport suppressAddress(COMPLAINED)' }),
    ],
  ],
};

const rules = { maxAttempts: 3, backoff: (attempts: number) => attempts * 100 };

function summaryOf(name: DeliveryStateName, { state, effects }: DeliveryTransition, attemptCount = 1): string {
  if (effects.length === 0 && state.name === name && state.attemptCount === attemptCount) return '-';
  const count = state.attemptCount === attemptCount ? '' : `:${state.attemptCount}`;
  const described = effects.map((effect) => {
    if ('seconds' in effect) return `${effect.type}(${effect.seconds})`;
    if (effect.type === 'suppressAddress') return `${effect.type}(${effect.reason})`;
    return effect.type;
  });
  return [`${state.name}${count}`, ...described].join(' ');
}

describe('every pair of state and event of a delivery', () => {
  for (const [type, samples] of Object.entries(table)) {
    for (const [event, row] of samples) {
      const { type: _, ...rest } = event;
      test(`${type} ${JSON.stringify(rest)}`, () => {
        expect(Object.keys(row).sort()).toEqual([...deliveryStateNames].sort());
        const summaries = deliveryStateNames.map((name) => [
          name,
          summaryOf(name, transition({ name, attemptCount: 1 }, event, rules)),
        ]);
        expect(Object.fromEntries(summaries)).toEqual(row);
      });
    }
  }

  test('is in the comment at the top of the file', async () => {
    const source = await Bun.file(
      new URL('../../../domain/notifications/delivery/stateMachine.ts', import.meta.url),
    ).text();
    const comment = source.slice(source.indexOf('/**'), source.indexOf('export function transition'));
    const rows = comment.split('\n').filter((line) => line.startsWith(' * |'));
    const words = new Set(rows.join(' ').match(/\w+/g));
    expect([...Object.keys(table), ...deliveryStateNames].filter((name) => !words.has(name))).toEqual([]);
  });

  test('every write has the status of the next state', () => {
    for (const [event] of Object.values(table).flat()) {
      for (const name of deliveryStateNames) {
        const { state, effects } = transition({ name, attemptCount: 1 }, event, rules);
        for (const effect of effects)
          if (effect.type === 'write') expect(effect.status).toBe(statusOfState(state.name));
      }
    }
  });
});

describe('the attempts of a delivery', () => {
  const last = { name: 'IN_PROGRESS', attemptCount: 3 } as const;

  test('end with a failure when the limit is reached', () => {
    const events: DeliveryEvent[] = [
      { type: 'failed', answer: 'greylisted' },
      { type: 'unknown', answer: 'greylisted', resend: true },
      { type: 'lost', answer: 'greylisted', resend: true },
    ];
    for (const event of events) {
      const { effects } = transition(last, event, rules);
      expect(effects[0]).toEqual({ type: 'write', status: 'FAILED', reason: 'failed after 3 attempts: greylisted' });
      expect(summaryOf(last.name, transition(last, event, rules), 3)).toBe('FAILED write recordAttempt');
    }
  });

  test('do not count while all connections of the provider are busy', () => {
    const busy = transition(last, { type: 'busy', answer: 'all connections' }, rules);
    expect(summaryOf(last.name, busy, 3)).toBe('PLAN:2 write refundAttempt enqueueSuccessor(5)');
  });

  test('prevent a cancellation after the first one', () => {
    for (const name of deliveryStateNames) {
      const expected = name === 'UNRESOLVED' || name === 'PLAN' ? 'CANCELLED' : '-';
      const cancelled = transition({ name, attemptCount: 0 }, { type: 'cancelled' }, rules);
      expect([name, summaryOf(name, cancelled, 0)]).toEqual([name, expected]);
    }
  });
});

describe('the state of a row', () => {
  const row = { status: 'PLAN', statusReason: null, address: 'a@example.org', openSince: null, attemptCount: 0 };

  test('is derived from its status, address, open attempt and reason', () => {
    const names = [
      row,
      { ...row, address: null },
      { ...row, status: 'IN_PROGRESS', openSince: new Date() },
      { ...row, status: 'FAILED', statusReason: 'OUTCOME_UNKNOWN: silence' },
      { ...row, status: 'FAILED', statusReason: 'spam' },
      { ...row, status: 'SENT' },
    ].map((one) => stateOf(one).name);
    expect(names).toEqual(['PLAN', 'UNRESOLVED', 'IN_PROGRESS', 'OUTCOME_UNKNOWN', 'FAILED', 'SENT']);
  });

  test('may be planned again if it ended without success', () => {
    expect([...replannableStatuses].sort()).toEqual(['CANCELLED', 'EXPIRED', 'FAILED', 'UNDELIVERED']);
  });
});
