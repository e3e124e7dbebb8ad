import { render } from 'preact';
import './style.css';
import { keepFocus } from './common/keepFocus.ts';
import { type Location, useLocation } from './common/router.ts';
import { may } from './common/schema.ts';
import { Gate } from './gate.tsx';
import { OtherView } from './otherView.tsx';
import { Notice } from './parts/notices.tsx';
import { View } from './parts/view.tsx';
import { Shell } from './shell.tsx';
import { Overview } from './views/overview/overview.tsx';
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
  const [view] = location.path;
  const entry = viewOf(location.path);
  if (entry && !may('GET', entry.shows)) return <Forbidden title={entry.label} />;
  return view === undefined ? <Overview /> : <OtherView location={location} title={entry?.label ?? 'Not found'} />;
}

const Forbidden = ({ title }: { title: string }) => (
  <View title={title}>
    <Notice>Your access rules do not allow this view. The menu has the views that you may open.</Notice>
  </View>
);

keepFocus();
const root = document.getElementById('app');
if (root) render(<Page />, root);
