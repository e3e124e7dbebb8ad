import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import './reference.css';
import { href, type Location, useLocation } from '../common/router.ts';
import { Logo } from '../parts/logo.tsx';
import { LeaveDialog } from '../parts/shell/leaveDialog.tsx';
import { Description } from './description.tsx';
import { Guide } from './guide.tsx';
import { loadJson } from './loadJson.ts';
import { Navigation, OperationLinks } from './navigation.tsx';
import { type OpenApi, type Operation, operationsOf } from './openApi.ts';
import { OperationView } from './operationView.tsx';

/** The page /docs/reference: all operations of the service. */
function Reference() {
  const location = useLocation();
  const [document, setDocument] = useState<OpenApi>();
  const [problem, setProblem] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    loadJson<OpenApi>('/openapi.json').then(setDocument, (error: unknown) => setProblem(String(error)));
  }, []);
  const operations = useMemo(() => (document ? operationsOf(document) : []), [document]);
  const place = location.path.join('/');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link closes the navigation on narrow windows, and leads to a new beginning
  useEffect(() => {
    setOpen(false);
    scrollTo(0, 0);
  }, [place]);
  if (problem !== undefined) return <main>The documentation cannot be loaded: {problem}</main>;
  if (!document) return <main>Loading…</main>;
  return (
    <>
      <header>
        <a class="brand" href={href([])}>
          <Logo /> Waybill
        </a>
        <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Contents
        </button>
        <span class="version">{document.info.summary}</span>
        <a href="/docs/">Guides</a>
        <a class="console" href="/console">
          Console
        </a>
        <ThemeButton />
      </header>
      <div class="columns">
        <nav aria-label="Contents" class={isOpen ? 'open' : ''}>
          <Navigation document={document} operations={operations} location={location} />
        </nav>
        <main>
          <Current location={location} document={document} operations={operations} />
        </main>
      </div>
      <LeaveDialog />
    </>
  );
}

function Current({
  location: { path },
  document,
  operations,
}: {
  location: Location;
  document: OpenApi;
  operations: readonly Operation[];
}) {
  const [view, name = ''] = path;
  const operation = view === 'operations' ? operations.find(({ operationId }) => operationId === name) : undefined;
  if (operation) return <OperationView key={name} document={document} operation={operation} />;
  const tag = view === 'tags' ? document.tags.find((one) => one.name === name) : undefined;
  return tag ? (
    <article>
      <h1>{tag.name}</h1>
      <Description text={tag.description} />
      <Guide document={document} tag={tag.name} />
      <OperationLinks operations={operations.filter((one) => one.tag === tag.name)} />
    </article>
  ) : (
    <article>
      <h1>Reference of Waybill</h1>
      <Description text={document.info.description} />
      <p>
        The document that describes the operations is <a href="/openapi.json">openapi.json</a>.{' '}
        <a href="/docs/">The guides</a> explain how they are used.
      </p>
      <ul class="tags">
        {document.tags.map((one) => (
          <li key={one.name}>
            <a href={href(['tags', one.name])}>{one.name}</a>
            <Description text={one.description} />
          </li>
        ))}
      </ul>
    </article>
  );
}

type Theme = 'light' | 'dark';
/** The guides store their theme under this name, too. */
const STORED_THEME = 'vitepress-theme-appearance';

/** Light or dark as the system says, until somebody chooses. */
function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(() => {
    const stored = localStorage.getItem(STORED_THEME);
    if (stored === 'light' || stored === 'dark') return stored;
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  });
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  const other: Theme = theme === 'light' ? 'dark' : 'light';
  return (
    <button
      type="button"
      class="theme"
      onClick={() => {
        localStorage.setItem(STORED_THEME, other);
        setTheme(other);
      }}
    >
      {other === 'dark' ? 'Dark' : 'Light'}
    </button>
  );
}

const root = document.getElementById('app');
if (root) render(<Reference />, root);
