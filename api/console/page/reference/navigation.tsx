import { useEffect, useMemo, useState } from 'preact/hooks';
import { href, type Location } from '../common/router.ts';
import { type Guide, loadJson, type Section } from './guideView.tsx';
import { type OpenApi, type Operation, shortPath, titleOf } from './openApi.ts';

interface Props {
  readonly document: OpenApi;
  readonly operations: readonly Operation[];
  readonly guides: readonly Guide[];
  readonly location: Location;
}

/** The search, and below it the guides and operations, or what the search has found. */
export function Navigation({ document, operations, guides, location }: Props) {
  const [words, setWords] = useState('');
  const isSearch = words.trim() !== '';
  const [view, current] = location.path;
  const shownTag = view === 'tags' ? current : operations.find(({ operationId }) => operationId === current)?.tag;
  return (
    <>
      <input
        type="search"
        placeholder="Search"
        aria-label="Search operations and guides"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      {isSearch ? (
        <Found words={words} operations={operations} guides={guides} />
      ) : (
        <>
          <h2>Guides</h2>
          <ul>
            {guides.map(({ name, title }) => (
              <li key={name}>
                <NavigationLink path={['guides', name]} isCurrent={view === 'guides' && current === name}>
                  {title}
                </NavigationLink>
              </li>
            ))}
          </ul>
          <h2>Operations</h2>
          <ul>
            {document.tags.map(({ name }) => (
              <li key={name}>
                <NavigationLink path={['tags', name]} isCurrent={view === 'tags' && current === name}>
                  {name}
                </NavigationLink>
                {shownTag === name ? (
                  <OperationLinks operations={operations.filter(({ tag }) => tag === name)} current={current} />
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface LinkProps {
  readonly path: readonly string[];
  readonly isCurrent: boolean;
  readonly children: preact.ComponentChildren;
}

const NavigationLink = ({ path, isCurrent, children }: LinkProps) => (
  <a href={href(path)} {...(isCurrent && { 'aria-current': 'page' })}>
    {children}
  </a>
);

export const OperationLinks = ({
  operations,
  current,
}: {
  operations: readonly Operation[];
  current?: string | undefined;
}) => (
  <ul class="operations">
    {operations.map((operation) => (
      <li key={operation.operationId}>
        <NavigationLink path={['operations', operation.operationId]} isCurrent={operation.operationId === current}>
          <span class={`method ${operation.method.toLowerCase()}`}>{operation.method}</span>{' '}
          <span>{shortPath(operation.path)}</span>
        </NavigationLink>
      </li>
    ))}
  </ul>
);

/** Maximum number of operations, and of sections of guides, that the search shows. */
const MAX_FOUND = 40;

function Found({ words, operations, guides }: Pick<Props, 'operations' | 'guides'> & { words: string }) {
  const [sections, setSections] = useState<readonly Section[]>([]);
  useEffect(() => {
    loadJson<Section[]>('/docs/sections').then(setSections, () => setSections([]));
  }, []);
  const found = useMemo(() => {
    const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (text: string): boolean => parts.every((part) => text.toLowerCase().includes(part));
    // What has the words in its title comes first.
    const best = <T,>(all: readonly T[], title: (one: T) => string, text: (one: T) => string): T[] => {
      const matching = all.filter((one) => matches(`${title(one)} ${text(one)}`));
      const isTitled = (one: T): number => (matches(title(one)) ? 0 : 1);
      return matching.sort((one, other) => isTitled(one) - isTitled(other)).slice(0, MAX_FOUND);
    };
    return {
      operations: best(
        operations,
        (one) => `${one.tag} ${one.method} ${one.path} ${titleOf(one)}`,
        ({ description }) => description,
      ),
      sections: best(
        sections,
        ({ title }) => title,
        ({ text }) => text,
      ),
    };
  }, [words, operations, sections]);
  const count = found.operations.length + found.sections.length;
  return (
    <>
      <p class="note" role="status">
        {count === 0 ? 'Nothing found.' : `${count} found.`}
      </p>
      {found.operations.length > 0 ? <h2>Operations</h2> : null}
      <OperationLinks operations={found.operations} />
      {found.sections.length > 0 ? <h2>Guides</h2> : null}
      <ul>
        {found.sections.map(({ guide, id, title }) => (
          <li key={`${guide}/${id}`}>
            <a href={href(['guides', guide, ...(id === undefined ? [] : [id])])}>
              {title} <span class="type">{guides.find(({ name }) => name === guide)?.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
