import type { EventType } from './ruleEvent.ts';

/** How a notification was sent: alone, in a batch, directly by a formatter template, by an evaluated rule or by an event. */
export type SendMode = 'single' | 'batch' | 'direct' | 'evaluate' | EventType;
