import type { RuleFeed } from '../../../../../client/api.ts';
import { get } from '../../common/api.ts';
import { number } from '../../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { href } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { DescriptionItem } from '../../parts/descriptionList.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Time } from '../../parts/values/time.tsx';
import type { RecordOf } from './kinds.ts';

/** Returns whether a rule posts the changes of records. */
export function postsChanges({ eventType, config }: RecordOf): boolean {
  const isObject = typeof config === 'object' && config !== null;
  return eventType === 'SYSTEM' && isObject && 'event' in config && config.event === 'RECORD_CHANGED';
}

/** Links to the Logs of the requests that the receiver has not accepted. */
const logsOf = (id: string): string =>
  href(['records', 'logs'], { f: JSON.stringify([{ column: 'ownerId', operator: 'EQ', value: id }]) });

/** How a rule posts the changes of records. */
export function RuleFeedState({ id }: { id: string }) {
  const { data: feed, error } = useLoad(
    (signal) => get<RuleFeed>(`/api/v2/notification-rules/${encodeURIComponent(id)}/feed`, { signal }),
    [id],
    LIST_REFRESH_MS,
  );
  return (
    <section>
      <h2>Posted changes</h2>
      {error && <Failure error={error} />}
      {feed && (
        <>
          {feed.status === 'RETRYING' && (
            <p class="notice" role="status">
              The changes are not posted: {feed.error}{' '}
              {may('POST', '/api/v2/logs/search/page') && <a href={logsOf(id)}>Logs of the rule</a>}
            </p>
          )}
          {feed.missed && <p class="notice">Changes were deleted before they were posted.</p>}
          <dl class="description-list">
            <DescriptionItem name="Last accepted">
              {feed.lastPostedAt === undefined ? 'Never' : <Time at={feed.lastPostedAt} exact />}
            </DescriptionItem>
            {feed.status === 'RETRYING' && (
              <>
                <DescriptionItem name="Failing since">
                  <Time at={feed.failingSince} />
                </DescriptionItem>
                <DescriptionItem name="Failed attempts">{number(feed.failedAttempts ?? 0)}</DescriptionItem>
                <DescriptionItem name="Next attempt">
                  <Time at={feed.nextAttemptAt} />
                </DescriptionItem>
              </>
            )}
          </dl>
        </>
      )}
    </section>
  );
}
