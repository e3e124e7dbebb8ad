import type { Location } from '../common/router.ts';
import { Notice } from '../parts/notices.tsx';
import { View } from '../parts/view.tsx';
import { ApiKeysView } from './access/apiKeys.tsx';
import { AuditEntriesView } from './access/auditEntries.tsx';
import { ExplainView } from './access/explain.tsx';
import { PasswordView } from './access/password.tsx';
import { SessionsView } from './access/sessions.tsx';
import { ActivityView } from './activity/activity.tsx';
import { AuditView } from './audit.tsx';
import { FindView } from './find/find.tsx';
import { IndexesView } from './indexes.tsx';
import { JobView } from './job.tsx';
import { JobsView } from './jobs.tsx';
import { LimitsView } from './limits/limits.tsx';
import { MailboxView } from './mailbox/mailbox.tsx';
import { MessageView } from './mailbox/message.tsx';
import { NotificationsView, NotificationView } from './notifications.tsx';
import { QueueView } from './queue.tsx';
import { QueuesView } from './queues.tsx';
import { RecordsView } from './records/records.tsx';
import { ScheduleView } from './schedules/schedule.tsx';
import { SchedulesView } from './schedules/schedules.tsx';
import { ScriptsView, ScriptView } from './scripts.tsx';
import { SuppressionsView } from './suppressions.tsx';
import { TemplatesView, TemplateView } from './templates/templates.tsx';

/** Every view except the overview. They are a file of their own, so that the first view does not wait for them. */
export function OtherViews({ location }: { location: Location }) {
  const [view, one] = location.path;
  switch (view) {
    case 'jobs':
      return one === undefined ? <JobsView location={location} /> : <JobView key={one} id={one} location={location} />;
    case 'schedules':
      return one === undefined ? <SchedulesView location={location} /> : <ScheduleView key={one} id={one} />;
    case 'queues':
      return one === undefined ? <QueuesView /> : <QueueView key={one} name={one} location={location} />;
    case 'limits':
      return <LimitsView />;
    case 'indexes':
      return <IndexesView />;
    case 'records':
      return <RecordsView location={location} />;
    case 'scripts':
      return one === undefined ? <ScriptsView location={location} /> : <ScriptView key={one} code={one} />;
    case 'templates':
      if (one === undefined) return <TemplatesView location={location} />;
      return <TemplateView key={one} id={one} copyOf={location.query.get('copy') ?? undefined} />;
    case 'notifications':
      return one === undefined ? <NotificationsView location={location} /> : <NotificationView key={one} id={one} />;
    case 'suppressions':
      return <SuppressionsView location={location} />;
    case 'mailbox':
      return one === undefined ? <MailboxView location={location} /> : <MessageView key={one} id={one} />;
    case 'api-keys':
      return <ApiKeysView />;
    case 'sessions':
      return <SessionsView />;
    case 'password':
      return <PasswordView />;
    case 'explain':
      return <ExplainView location={location} />;
    case 'audit-entries':
      return <AuditEntriesView location={location} />;
    case 'activity':
      return <ActivityView location={location} />;
    case 'find':
      return <FindView location={location} />;
    case 'audit':
      return <AuditView location={location} />;
    default:
      return (
        <View title="Not found">
          <Notice>The console has no such view.</Notice>
        </View>
      );
  }
}
