import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { onSignedOut } from './common/api.ts';
import { useLoad } from './common/load.ts';
import { loadRights } from './common/schema.ts';
import { Failure } from './parts/notices.tsx';
import { SignInView } from './views/access/signIn.tsx';

/**
 * Shows the page once its caller is known, and the sign-in page in its place if the service refuses the caller. Until then,
 * the browser shows what came with the page (api/console/firstView.ts).
 */
export function Gate({ children }: { children: ComponentChildren }) {
  const [isSignedOut, setSignedOut] = useState(false);
  useEffect(() => onSignedOut(() => setSignedOut(true)), []);
  const { data, error, reload } = useLoad(loadRights, []);
  const isReady = isSignedOut || data !== undefined || error !== undefined;
  useLayoutEffect(() => {
    if (isReady) document.getElementById('first')?.remove();
  }, [isReady]);
  if (isSignedOut) return <SignInView hasEnded={data !== undefined} />;
  if (data) return <>{children}</>;
  if (!error) return null;
  return (
    <main class="sign-in">
      <h1>Waybill</h1>
      <Failure error={error} />
      <button type="button" onClick={reload}>
        Retry
      </button>
    </main>
  );
}
