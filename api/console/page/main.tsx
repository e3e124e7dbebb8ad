import { render } from 'preact';
import './style.css';
import { type Location, useLocation } from './common/router.ts';
import { may } from './common/schema.ts';
import { Gate } from './gate.tsx';
import { Notice } from './parts/notices.tsx';
import { View } from './parts/view.tsx';
import { Shell } from './shell.tsx';
import { ApiKeysView } from './views/access/apiKeys.tsx';
import { AuditEntriesView } from './views/access/auditEntries.tsx';
import { ExplainView } from './views/access/explain.tsx';
import { PasswordView } from './views/access/password.tsx';
import { SessionsView } from './views/access/sessions.tsx';
import { ActivityView } from './views/activity/activity.tsx';
import { AuditView } from './views/audit.tsx';
import { FindView } from './views/find/find.tsx';
import { IndexesView } from './views/indexes.tsx';
import { JobView } from './views/job.tsx';
import { JobsView } from './views/jobs.tsx';
import { MailboxView } from './views/mailbox/mailbox.tsx';
import { MessageView } from './views/mailbox/message.tsx';
import { NotificationsView, NotificationView } from './views/notifications.tsx';
import { Overview } from './views/overview/overview.tsx';
import { QueueView } from './views/queue.tsx';
import { QueuesView } from './views/queues.tsx';
import { RecordsView } from './views/records/records.tsx';
import { ScheduleView } from './views/schedules/schedule.tsx';
import { SchedulesView } from './views/schedules/schedules.tsx';
import { ScriptsView, ScriptView } from './views/scripts.tsx';
import { SuppressionsView } from './views/suppressions.tsx';
import { TemplatesView, TemplateView } from './views/templates/templates.tsx';
import { viewOf } from './views.ts';

function Page() {
  const location = useLocation();
  return (
    <Gate>
      <Shell>
        <Current location={location} />
      </Shell>
    </Gate>
  );
}

function Current({ location }: { location: Location }) {
  const [view, one] = location.path;
  const entry = viewOf(location.path);
  if (entry && !may('GET', entry.shows)) return <Forbidden title={entry.label} />;
  switch (view) {
    case undefined:
      return <Overview />;
    case 'jobs':
      return one === undefined ? <JobsView location={location} /> : <JobView key={one} id={one} location={location} />;
    case 'schedules':
      return one === undefined ? <SchedulesView location={location} /> : <ScheduleView key={one} id={one} />;
    case 'queues':
      return one === undefined ? <QueuesView /> : <QueueView key={one} name={one} location={location} />;
    case 'indexes':
      return <IndexesView />;
    case 'records':
      return <RecordsView location={location} />;
    case 'scripts':
      return one === undefined ? <ScriptsView location={location} /> : <ScriptView key={one} code={one} />;
    case 'templates':
      return one === undefined ? <TemplatesView location={location} /> : <TemplateView key={one} id={one} />;
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

const Forbidden = ({ title }: { title: string }) => (
  <View title={title}>
    <Notice>Your access rules do not allow this view. The menu has the views that you may open.</Notice>
  </View>
);

const root = document.getElementById('app');
if (root) render(<Page />, root);
