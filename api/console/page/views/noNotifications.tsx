import { href } from '../common/router.ts';
import { may } from '../common/schema.ts';
import { NoRecords } from '../parts/list/noRecords.tsx';

/** What the list of notifications shows before the first one: programs and rules make them. */
export const NoNotifications = () => (
  <NoRecords
    of="notifications"
    about="Programs create notifications, and so do rules at events. A rule says who gets which message."
  >
    {may('POST', '/api/v2/notification-rules') && (
      <a class="button" href={href(['records', 'notification-rules', '~new'])}>
        Create a rule
      </a>
    )}
  </NoRecords>
);
