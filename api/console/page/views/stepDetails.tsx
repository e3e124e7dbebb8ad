import type { JobStep } from '../../../../client/api.ts';
import { number } from '../common/format.ts';
import { DescriptionItem } from '../parts/descriptionList.tsx';
import { Id } from '../parts/values/copy.tsx';
import { Json } from '../parts/values/json.tsx';
import { Time } from '../parts/values/time.tsx';

/** Returns a member of a step's `processingInfo` as text; empty without it. */
export const processingInfo = (step: JobStep, name: string): string => {
  const value = (step.processingInfo as Record<string, unknown> | undefined)?.[name];
  return value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The details of a step. */
export function StepDetails({ step }: { step: JobStep }) {
  const { id, chunk = [], chunkId, stepData, processingInfo: result, startDate, endDate, log } = step;
  return (
    <>
      <dl class="description-list">
        <DescriptionItem name="Started">
          <Time at={startDate} exact />
        </DescriptionItem>
        <DescriptionItem name="Ended">
          <Time at={endDate} exact />
        </DescriptionItem>
        {chunk.length > 0 && (
          <DescriptionItem name="Chunk">
            {stepData?.chunkIsRange === true ? chunk.join(' to ') : `${number(chunk.length)} ids`}
          </DescriptionItem>
        )}
        <DescriptionItem name="Id">
          <Id of={id} />
        </DescriptionItem>
      </dl>
      {log && <pre>{log}</pre>}
      {(chunkId ?? stepData ?? result) !== undefined && (
        <Json value={{ chunkId, stepData, processingInfo: result }} of="step" />
      )}
    </>
  );
}
