import { render } from 'preact';
import './style.css';
import { type Place, usePlace } from './common/router.ts';
import { Notice } from './parts/notices.tsx';
import { View } from './parts/view.tsx';
import { Shell } from './shell.tsx';
import { AuditView } from './views/audit.tsx';
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
import { ScriptsView, ScriptView } from './views/scripts.tsx';
import { SuppressionsView } from './views/suppressions.tsx';
import { TemplatesView, TemplateView } from './views/templates/templates.tsx';

function Page() {
  const place = usePlace();
  return (
    <Shell>
      <Current place={place} />
    </Shell>
  );
}

function Current({ place }: { place: Place }) {
  const [view, one] = place.path;
  switch (view) {
    case undefined:
      return <Overview />;
    case 'jobs':
      return one === undefined ? <JobsView place={place} /> : <JobView key={one} id={one} place={place} />;
    case 'queues':
      return one === undefined ? <QueuesView /> : <QueueView key={one} name={one} place={place} />;
    case 'indexes':
      return <IndexesView />;
    case 'records':
      return <RecordsView place={place} />;
    case 'scripts':
      return one === undefined ? <ScriptsView place={place} /> : <ScriptView key={one} code={one} />;
    case 'templates':
      return one === undefined ? <TemplatesView place={place} /> : <TemplateView key={one} id={one} />;
    case 'notifications':
      return one === undefined ? <NotificationsView place={place} /> : <NotificationView key={one} id={one} />;
    case 'suppressions':
      return <SuppressionsView place={place} />;
    case 'mailbox':
      return one === undefined ? <MailboxView place={place} /> : <MessageView key={one} id={one} />;
    case 'audit':
      return <AuditView place={place} />;
    default:
      return (
        <View title="Not found">
          <Notice>The console has no such view.</Notice>
        </View>
      );
  }
}

const root = document.getElementById('app');
if (root) render(<Page />, root);
