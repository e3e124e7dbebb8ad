import type { Json } from '../../../domain/kinds/kind.ts';

/** A request that a service with the sample records answers with a success. */
export interface RequestExample {
  /** The operation whose example must be sent before this one, because it creates or changes what this one is about. */
  readonly after?: string;
  /** What else the service must have. */
  readonly needs?: string;
  /** Path parameters; a list is an array. */
  readonly path?: Readonly<Record<string, Json>>;
  /** Required query parameters, and those that make the request worth sending. */
  readonly query?: Readonly<Record<string, Json>>;
  readonly body?: Json;
}
