import { useMemo, useState } from 'preact/hooks';
import { href, type Location } from '../common/router.ts';
import { type OpenApi, type Operation, shortPath, titleOf } from './openApi.ts';

interface Props {
  readonly document: OpenApi;
  readonly operations: readonly Operation[];
  readonly location: Location;
}

/** The search, and below it the operations, or what the search has found. */
export function Navigation({ document, operations, location }: Props) {
  const [words, setWords] = useState('');
  const isSearch = words.trim() !== '';
  const [view, current] = location.path;
  const shownTag = view === 'tags' ? current : operations.find(({ operationId }) => operationId === current)?.tag;
  return (
    <>
      <input
        type="search"
        placeholder="Search"
        aria-label="Search operations"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      {isSearch ? (
        <Found words={words} operations={operations} />
      ) : (
        <>
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

/** Maximum number of operations that the search shows. */
const MAX_FOUND = 40;

function foundText(count: number): string {
  if (count === 0) return 'Nothing found.';
  return count > MAX_FOUND ? `${count} found, the first ${MAX_FOUND} are:` : `${count} found.`;
}

function Found({ words, operations }: Pick<Props, 'operations'> & { words: string }) {
  const found = useMemo(() => {
    const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (text: string): boolean => parts.every((part) => text.toLowerCase().includes(part));
    const title = (one: Operation): string => `${one.tag} ${one.method} ${one.path} ${titleOf(one)}`;
    // What has the words in its title comes first.
    const isTitled = (one: Operation): number => (matches(title(one)) ? 0 : 1);
    return operations
      .filter((one) => matches(`${title(one)} ${one.description}`))
      .sort((one, other) => isTitled(one) - isTitled(other));
  }, [words, operations]);
  return (
    <>
      <p class="note" role="status">
        {foundText(found.length)}
      </p>
      <OperationLinks operations={found.slice(0, MAX_FOUND)} />
    </>
  );
}
