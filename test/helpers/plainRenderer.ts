import type { Renderer, Rendering, RenderOutcome } from '../../domain/ports/rendering.ts';
import { Signal } from './waits/signal.ts';

export interface PlainRenderer extends Renderer {
  /** The requested documents, in order. */
  readonly seen: Rendering[];
  /** Number of calls that clear the compiled templates. */
  evictions: number;
  /** Notified of every rendering and every eviction. */
  readonly changes: Signal;
}

/**
 * A renderer without a template language: a document is `<format> <content> <data>`. With the data `{"problem": "x"}` the
 * document fails at line 3, column 7.
 */
export function plainRenderer(
  before: (rendering: Rendering, signal?: AbortSignal) => Promise<RenderOutcome | undefined> = async () => undefined,
): PlainRenderer {
  const seen: Rendering[] = [];
  const changes = new Signal();
  return {
    seen,
    changes,
    evictions: 0,
    size: 4,
    async render(rendering, signal) {
      seen.push(rendering);
      changes.notify();
      const outcome = await before(rendering, signal);
      if (outcome) return outcome;
      const { format, template, data } = rendering;
      const { problem } = JSON.parse(data) as { problem?: string };
      if (problem !== undefined) return { problem, line: 3, column: 7 };
      return { content: new TextEncoder().encode(`${format} ${template.content} ${data}`) };
    },
    evict() {
      this.evictions++;
      changes.notify();
    },
  };
}
