import type { DeliveryEffect, DeliveryEvent } from '../../domain/notifications/delivery/deliveryState.ts';
import { stateOf } from '../../domain/notifications/delivery/deliveryState.ts';
import { type RetryRules, transition } from '../../domain/notifications/delivery/stateMachine.ts';
import type { Settlement } from '../../domain/queue/broker.ts';
import type { AttemptRegistry } from './attemptRegistry.ts';
import { type EffectSubject, outcomeOf, RETURNED, settlementOf } from './effects.ts';
import type { Outcome } from './writer.ts';

interface Options {
  readonly rules: RetryRules;
  readonly registry: AttemptRegistry;
  readonly write: (outcome: Outcome) => Promise<boolean>;
}

/** Applies events to deliveries, and performs the effects. */
export class DeliveryTransitions {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  effectsOf(event: DeliveryEvent, { row }: EffectSubject): readonly DeliveryEffect[] {
    return transition(stateOf(row), event, this.#options.rules).effects;
  }

  /** Performs effects; returns false if the row has changed since it was read. */
  async perform(effects: readonly DeliveryEffect[], subject: EffectSubject): Promise<boolean> {
    const outcome = outcomeOf(effects, subject);
    if (outcome === undefined) return true;
    const isWritten = await this.#options.write(outcome);
    if (subject.attempt) this.#options.registry.markEnded(subject.row.id, subject.attempt.number);
    return isWritten;
  }

  async apply(event: DeliveryEvent, subject: EffectSubject): Promise<Settlement> {
    const effects = this.effectsOf(event, subject);
    return (await this.perform(effects, subject)) ? settlementOf(effects) : RETURNED;
  }
}
