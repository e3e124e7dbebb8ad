import { isValidAt } from '../../validation/periods.ts';

/** A period of a stored record. Dates are ISO 8601 in UTC with milliseconds, so they compare as text. */
export interface StoredPeriod {
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
}

/** Tests periods at one time, and finds the next time at which one of the tested periods begins or ends. */
export class PeriodCheck {
  readonly #now: string;
  #next: string | undefined;

  constructor(when: Date) {
    this.#now = when.toISOString();
  }

  /** Whether the time lies in all of the periods. An absent period has no ends. */
  includesNow(...periods: readonly (StoredPeriod | null | undefined)[]): boolean {
    let includes = true;
    for (const period of periods) {
      const validFrom = period?.validFrom ?? undefined;
      const validTo = period?.validTo ?? undefined;
      for (const end of [validFrom, validTo])
        if (end !== undefined && end > this.#now && (this.#next === undefined || end < this.#next)) this.#next = end;
      includes &&= isValidAt({ ...(validFrom && { validFrom }), ...(validTo && { validTo }) }, this.#now);
    }
    return includes;
  }

  /** In ms since 1970; infinite if no tested period begins or ends any more. */
  get nextBoundary(): number {
    return this.#next === undefined ? Number.POSITIVE_INFINITY : Date.parse(this.#next);
  }
}
