import { useId, useMemo, useState } from 'preact/hooks';
import { number, pluralize } from '../../common/format.ts';
import { CopyButton } from './copy.tsx';
import './json.css';
import { entriesOf, type JsonMatches, pathKey, searchJson, sizeOf } from './searchJson.ts';

/** A smaller value needs no search. */
const SEARCHED_SIZE = 12;
/** Values of at most this size are shown open. */
const OPEN_SIZE = 60;
/** Members of an object or array that are shown at once. */
const MAX_SHOWN = 100;

/** A JSON value as a tree that opens and closes, with search and a button that copies it. */
export function Json({ value, of = 'JSON' }: { value: unknown; of?: string }) {
  const [text, setText] = useState('');
  const id = useId();
  const matches = useMemo(() => searchJson(value, text.trim()), [value, text]);
  const size = useMemo(() => sizeOf(value, OPEN_SIZE + 1), [value]);
  const isSearched = text.trim() !== '';
  return (
    <div class="json">
      <div class="bar-of-json">
        {size > SEARCHED_SIZE && (
          <>
            <label class="unseen" for={id}>
              Search in {of}
            </label>
            <input
              id={id}
              type="search"
              placeholder="Search"
              value={text}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
            <span class="quiet" role="status">
              {isSearched && (matches.found.size === 0 ? 'Nothing found' : `${number(matches.found.size)} found`)}
            </span>
          </>
        )}
        <CopyButton text={() => JSON.stringify(value, null, 2)} of={of} />
      </div>
      <ul class="tree">
        <Node value={value} path={[]} isOpen={size <= OPEN_SIZE} matches={isSearched ? matches : undefined} />
      </ul>
    </div>
  );
}

interface NodeProps {
  readonly value: unknown;
  readonly path: readonly string[];
  /** Whether it is open until its button is pressed. */
  readonly isOpen: boolean;
  /** Undefined without a search. */
  readonly matches: JsonMatches | undefined;
}

function Node({ value, path, isOpen, matches }: NodeProps) {
  const [toggled, setToggled] = useState<boolean>();
  const [shown, setShown] = useState(MAX_SHOWN);
  const name = path.at(-1);
  const key = pathKey(path);
  const label = name !== undefined && <span class="name">{name}</span>;
  const isFound = matches?.found.has(key) ?? false;
  const entries = entriesOf(value);
  if (!entries || entries.length === 0) {
    return (
      <li class={isFound ? 'found' : undefined}>
        {label} <Scalar value={value} />
      </li>
    );
  }
  // The first level is open, and what leads to something found.
  const open = matches?.above.has(key) || (toggled ?? (isOpen || path.length === 0));
  const noun = Array.isArray(value) ? 'element' : 'member';
  return (
    <li class={isFound ? 'found' : undefined}>
      <button type="button" class="opener" aria-expanded={open} onClick={() => setToggled(!open)}>
        <span>
          {label} <span class="quiet">{pluralize(entries.length, noun)}</span>
        </span>
      </button>
      {open && (
        <ul>
          {entries.slice(0, shown).map(([member, inner]) => (
            <Node key={member} value={inner} path={[...path, member]} isOpen={isOpen} matches={matches} />
          ))}
          {entries.length > shown && (
            <li>
              <button type="button" class="plain" onClick={() => setShown(shown + MAX_SHOWN)}>
                Show more ({number(entries.length - shown)} left)
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function Scalar({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span class="text">{value === '' ? '""' : value}</span>;
  if (typeof value === 'object' && value !== null)
    return <span class="quiet">{Array.isArray(value) ? 'no element' : 'no member'}</span>;
  return <span class="literal">{String(value)}</span>;
}
