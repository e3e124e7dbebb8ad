import { endErasure, erasableTables, erasureOf } from '../../db/queries/erasure/erasureRows.ts';
import { type Erasure, eraseBlocks, type Part } from '../../domain/erasure/eraseBlocks.ts';
import type { Services } from '../../domain/ports/services.ts';
import { type FinishingHandler, type JobOfStep, type PlannedStep, StepFault } from '../runtime/handler.ts';
import { inBatches } from '../runtime/inBatches.ts';

/** Blocks of one step: 128 MB. */
const BLOCKS_PER_STEP = 16_384;

/** Maximum number of passes of the last step over all tables. */
const ROUNDS = 3;

/**
 * ERASE_USER, in apis: each step erases the texts of the person in some blocks of tables; the last one repeats it for
 * all tables, because a writer that had read a record before may have stored a text again.
 */
export const eraseUser: FinishingHandler = {
  plan: (job, { services }) => inBatches(planSteps(services, job)),
  async run({ job, stepData }, { services, caller, signal }) {
    const erasure = await erasureById(services, job);
    if (!erasure)
      throw new StepFault(
        'a later erasure of the same user has taken over the work of this one',
        {},
        { permanent: true },
      );
    const rows: Record<string, number> = {};
    for (const part of (stepData as unknown as StepData).parts) {
      const found = await eraseBlocks(services, erasure, part, { caller, signal });
      if (found > 0) rows[part.table] = found;
    }
    return { processingInfo: { rows } };
  },
  async finish({ job }, { services, caller, signal }) {
    const erasure = await erasureById(services, job);
    // An earlier attempt has ended it.
    if (!erasure) return undefined;
    if (!erasure.dryRun) {
      let changed: string[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        changed = await eraseAgain(services, erasure, { caller, signal });
        if (changed.length === 0) break;
      }
      if (changed.length > 0)
        throw new StepFault(`other writers still store texts of the person in ${changed.join(', ')}`, {
          tables: changed,
        });
    }
    await endErasure(services.sql, job.id);
    return undefined;
  },
};

async function erasureById({ sql }: Services, { id }: JobOfStep): Promise<Erasure | undefined> {
  const erasure = await erasureOf(sql, id);
  return erasure && { jobId: id, ...erasure };
}

/** The blocks that a step reads: part of a large table, or several small ones. */
interface StepData {
  readonly parts: readonly Part[];
}

async function* planSteps({ sql }: Services, { id }: JobOfStep): AsyncGenerator<PlannedStep> {
  let parts: Part[] = [];
  let blocks = 0;
  const step = (): PlannedStep => {
    // If planning starts again, tables may have grown: a part that two steps have is erased twice, which changes nothing.
    const key = JSON.stringify(parts);
    return {
      key,
      name: 'tables',
      chunkId: Bun.randomUUIDv5(key, id),
      chunk: [],
      stepData: { parts: parts.map((part) => ({ ...part })) },
    };
  };
  for (const { table, blocks: all } of await erasableTables(sql)) {
    for (let first = 0; first < all; first += BLOCKS_PER_STEP) {
      const end = Math.min(first + BLOCKS_PER_STEP, all);
      if (parts.length > 0 && blocks + end - first > BLOCKS_PER_STEP) {
        yield step();
        parts = [];
        blocks = 0;
      }
      parts.push({ table, first, end });
      blocks += end - first;
    }
  }
  if (parts.length > 0) yield step();
}

/** Erases in all tables what has been written meanwhile. Returns the tables that contained a text. */
async function eraseAgain(
  services: Services,
  erasure: Erasure,
  options: Parameters<typeof eraseBlocks>[3],
): Promise<string[]> {
  const changed: string[] = [];
  for (const { table, blocks } of await erasableTables(services.sql)) {
    const rows = await eraseBlocks(services, erasure, { table, first: 0, end: blocks }, options);
    if (rows > 0) changed.push(table);
  }
  return changed;
}
