import type { Renderer, Rendering, RenderOutcome } from '../../domain/ports/rendering.ts';

export interface PlainRenderer extends Renderer {
  /** What was asked for, in its order. */
  readonly seen: Rendering[];
  /** How often everything was to be forgotten. */
  evictions: number;
}

/**
 * A renderer without a template language: a document is `<format> <content> <data>`. `{"problem": "x"}` as data is a
 * fault of the document's own at line 3, column 7.
 */
export function plainRenderer(
  before: (rendering: Rendering, signal?: AbortSignal) => Promise<RenderOutcome | undefined> = async () => undefined,
): PlainRenderer {
  const seen: Rendering[] = [];
  return {
    seen,
    evictions: 0,
    size: 4,
    async render(rendering, signal) {
      seen.push(rendering);
      const outcome = await before(rendering, signal);
      if (outcome) return outcome;
      const { format, template, data } = rendering;
      const { problem } = JSON.parse(data) as { problem?: string };
      if (problem !== undefined) return { problem, line: 3, column: 7 };
      return { content: new TextEncoder().encode(`${format} ${template.content} ${data}`) };
    },
    evict() {
      this.evictions++;
    },
  };
}
