import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call, errorOf, sessionPath } from './common/api.ts';
import { mayFollow, useLive } from './common/live.ts';
import { href, useLocation } from './common/router.ts';
import { currentCaller } from './common/schema.ts';
import { Logo } from './parts/logo.tsx';
import { notify, Toast } from './parts/notices.tsx';
import { Keyboard } from './parts/palette/keyboard.tsx';
import { LeaveDialog } from './parts/shell/leaveDialog.tsx';
import { PausedQueues } from './parts/shell/pausedQueues.tsx';
import { ZoneSwitch } from './parts/values/time.tsx';
import { hasPassword } from './views/access/password.tsx';
import { restart } from './views/access/signIn.tsx';
import { menuOfCaller, viewOf } from './views.ts';

const connectionLabels = { events: 'Live', polling: 'Polling every few seconds', disconnected: 'Disconnected' };

export function Shell({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  const { live, connection } = useLive();
  const [open, setOpen] = useState(false);
  const at = path.join('/');
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => setOpen(false), [at]);
  const current = viewOf(path)?.view;
  const dead = (live?.queues ?? []).reduce((sum, { deadLetters }) => sum + deadLetters, 0);
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('main h1')?.focus()}>
        Skip to content
      </button>
      <header class="side">
        <div class="top">
          <a class="brand" href="#/">
            <Logo />
            Waybill
          </a>
          <button type="button" class="menu" aria-expanded={open} aria-controls="views" onClick={() => setOpen(!open)}>
            Menu
          </button>
        </div>
        <Keyboard views={menuOfCaller().flatMap(({ views }) => views)} />
        <nav id="views" aria-label="Views" data-open={open}>
          {menuOfCaller().map(({ title, views }) => (
            <div key={title}>
              <h2 class="menu-title">{title}</h2>
              <ul>
                {views.map(({ view, label }) => (
                  <li key={view}>
                    <a href={href(view.split('/'))} aria-current={view === current ? 'page' : undefined}>
                      {label}
                      {view === 'queues' && dead > 0 && (
                        <span class="count">
                          {dead}
                          <span class="unseen"> dead letters</span>
                        </span>
                      )}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div class="foot">
          <Caller />
          {mayFollow() && (
            <span
              class={`status ${connection === 'disconnected' ? 'bad' : connection === 'events' ? 'good' : 'plain'}`}
            >
              {connectionLabels[connection]}
            </span>
          )}
          <ZoneSwitch />
          <a href="/docs/">Docs</a>
        </div>
      </header>
      <main id="main">
        {currentCaller()?.credential === 'none' && (
          <p class="banner">
            Access is off: everyone who reaches this service may do everything. Set AUTH=on to require credentials.
          </p>
        )}
        <PausedQueues />
        {children}
      </main>
      <LeaveDialog />
      <Toast />
    </div>
  );
}

/** Who is signed in, with the sign-out. */
function Caller() {
  const caller = currentCaller();
  if (!caller || caller.credential === 'none') return null;
  const signOut = (): void => {
    call<{ endSessionUrl?: string } | null>('DELETE', sessionPath)
      .then((ended) => (ended?.endSessionUrl ? location.assign(ended.endSessionUrl) : restart('')))
      .catch((failure: unknown) => notify(errorOf(failure).message));
  };
  return (
    <div class="caller">
      <span title={caller.name}>{caller.user}</span>
      {hasPassword() && <a href={href(['password'])}>Password</a>}
      <button type="button" class="plain" onClick={signOut}>
        Sign out
      </button>
    </div>
  );
}
