import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLive } from './common/live.ts';
import { href, useLocation } from './common/router.ts';
import { Toast } from './parts/notices.tsx';

const groups: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Work',
    [
      ['', 'Overview'],
      ['jobs', 'Jobs'],
      ['queues', 'Queues'],
      ['indexes', 'Indexes'],
    ],
  ],
  [
    'Data',
    [
      ['records', 'Records'],
      ['scripts', 'Scripts'],
      ['templates', 'Templates'],
    ],
  ],
  [
    'Messages',
    [
      ['notifications', 'Notifications'],
      ['records/notification-rules', 'Rules'],
      ['suppressions', 'Suppressions'],
      ['mailbox', 'Mailbox'],
    ],
  ],
  [
    'Control',
    [
      ['records/logs', 'Logs'],
      ['audit', 'Audit'],
    ],
  ],
];

const connectionLabels = { events: 'Live', polling: 'Polling every few seconds', disconnected: 'Disconnected' };

export function Shell({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  const { live, connection } = useLive();
  const [open, setOpen] = useState(false);
  const at = path.join('/');
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => setOpen(false), [at]);
  // The longest matching prefix wins: rules are records, but have a separate menu item.
  const current = groups
    .flatMap(([, views]) => views.map(([view]) => view))
    .filter((view) => (view === '' ? at === '' : `${at}/`.startsWith(`${view}/`)))
    .toSorted((one, other) => other.length - one.length)[0];
  const dead = (live?.queues ?? []).reduce((sum, { deadLetters }) => sum + deadLetters, 0);
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('main h1')?.focus()}>
        Skip to content
      </button>
      <header class="side">
        <div class="top">
          <a class="brand" href="#/">
            <svg viewBox="0 0 32 32" aria-hidden="true">
              <rect width="32" height="32" rx="7" fill="var(--accent)" />
              <path
                d="M6 10l4 13 6-11 6 11 4-13"
                fill="none"
                stroke="var(--on-accent)"
                stroke-width="3"
                stroke-linejoin="round"
                stroke-linecap="round"
              />
            </svg>
            Waybill
          </a>
          <button type="button" class="menu" aria-expanded={open} aria-controls="views" onClick={() => setOpen(!open)}>
            Menu
          </button>
        </div>
        <nav id="views" aria-label="Views" data-open={open}>
          {groups.map(([title, views]) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {views.map(([view, label]) => (
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
          <span class={`status ${connection === 'disconnected' ? 'bad' : connection === 'events' ? 'good' : 'plain'}`}>
            {connectionLabels[connection]}
          </span>
          <br />
          <a href="/docs">API</a>
        </div>
      </header>
      <main id="main">{children}</main>
      <Toast />
    </div>
  );
}
