import { expect } from 'bun:test';
import { ServiceError } from '../../../domain/errors.ts';
import { type Condition, type Filtering, parseFiltering, type Use } from '../../../domain/filtering/index.ts';
import type { Json } from '../../../domain/kinds/kind.ts';
import { sampleKind } from '../../helpers/sampleKind.ts';

export const parse = (filtering: Json, use: Use = 'page', kind = sampleKind): Filtering =>
  parseFiltering(kind, JSON.stringify(filtering), use);

/** Returns the problems of a filtering; none if it is valid. */
export function problemsOf(
  filtering: Json | string | undefined,
  use: Use = 'page',
  kind = sampleKind,
): readonly string[] {
  try {
    const raw = typeof filtering === 'string' || filtering === undefined ? filtering : JSON.stringify(filtering);
    parseFiltering(kind, raw, use);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    expect(error.status).toBe('BAD_REQUEST');
    return error.errors;
  }
}

/** Returns the only condition of a filtering with these filters. */
export function only(...filters: Json[]): Condition {
  const { conditions } = parse({ filters });
  expect(conditions).toHaveLength(1);
  return conditions[0] as Condition;
}
