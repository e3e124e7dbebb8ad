import { render } from 'preact';
import './style.css';
import { Notice } from './parts/notices.tsx';
import { type Place, usePlace } from './router.ts';
import { Shell, View } from './shell.tsx';
import { JobView } from './views/job.tsx';
import { JobsView } from './views/jobs.tsx';
import { Overview } from './views/overview.tsx';

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
    default:
      return (
        <View title="Nothing is here">
          <Notice>The console has no such view.</Notice>
        </View>
      );
  }
}

const root = document.getElementById('app');
if (root) render(<Page />, root);
