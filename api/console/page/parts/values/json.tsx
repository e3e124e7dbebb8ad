import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { number, pluralize } from '../../common/format.ts';
import { CopyButton } from './copy.tsx';
import './json.css';
import { entriesOf, type JsonMatches, pathKey, searchJson, sizeOf, splitAtMatches } from './searchJson.ts';

/** A smaller value needs no search. */
const SEARCHED_SIZE = 12;
/** Values of at most this size are shown open. */
const OPEN_SIZE = 60;
/** Members of an object or array that are shown at once. */
const MAX_SHOWN = 100;

/** A JSON value as a tree that opens and closes, with search and a button that copies it. */
export function Json({ value, of = 'JSON' }: { value: unknown; of?: string }) {
  const [text, setText] = useState('');
  const size = useMemo(() => sizeOf(value, OPEN_SIZE + 1), [value]);
  const matches = useMemo(() => searchJson(value, text.trim()), [value, text]);
  const { current, move, tree } = useCurrentMatch(matches);
  const isSearched = text.trim() !== '';
  const search = (next: string): void => {
    setText(next);
    move(undefined);
  };
  return (
    <div class="json">
      <div class="bar-of-json">
        {size > SEARCHED_SIZE && (
          <Search
            of={of}
            text={text}
            search={search}
            matches={isSearched ? matches : undefined}
            at={current}
            move={move}
          />
        )}
        <CopyButton text={() => JSON.stringify(value, null, 2)} of={of} />
      </div>
      <ul class="tree" ref={tree}>
        <Node
          value={value}
          path={[]}
          isOpen={size <= OPEN_SIZE}
          matches={isSearched ? matches : undefined}
          current={current?.path}
        />
      </ul>
    </div>
  );
}

interface CurrentMatch {
  /** From 0, in the order of the tree. */
  readonly index: number;
  readonly path: readonly string[];
}

/** The match that is highlighted. A move scrolls it into view; a value that is loaded again does not. */
function useCurrentMatch({ found }: JsonMatches) {
  const tree = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState(0);
  const [moves, setMoves] = useState(0);
  const index = Math.min(chosen, found.size - 1);
  const current = useMemo((): CurrentMatch | undefined => {
    const key = [...found][index];
    return key === undefined ? undefined : { index, path: JSON.parse(key) };
  }, [found, index]);
  useLayoutEffect(() => {
    const item = moves > 0 ? tree.current?.querySelector('[aria-current]') : undefined;
    const shown = item?.querySelector(':scope > :not(ul) mark') ?? item;
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [moves]);
  /** Goes to the next match (1) or the previous one (-1), around the ends; without a step, to the first. */
  const move = (step: 1 | -1 | undefined): void => {
    setChosen(step === undefined ? 0 : (index + step + found.size) % Math.max(found.size, 1));
    setMoves(moves + 1);
  };
  return { current, move, tree };
}

interface SearchProps {
  readonly of: string;
  readonly text: string;
  readonly search: (text: string) => void;
  /** Undefined without a search. */
  readonly matches: JsonMatches | undefined;
  readonly at: CurrentMatch | undefined;
  readonly move: (step: 1 | -1) => void;
}

/** The field of the search, and how many matches there are. Enter goes to the next one, Shift-Enter to the previous one. */
function Search({ of, text, search, matches, at, move }: SearchProps) {
  const id = useId();
  const count = matches?.found.size ?? 0;
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    // It may stand in a form.
    event.preventDefault();
    if (count > 0) move(event.shiftKey ? -1 : 1);
  };
  return (
    <>
      <label class="unseen" for={id}>
        Search in {of}
      </label>
      <input
        id={id}
        type="search"
        placeholder="Search"
        value={text}
        onInput={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={press}
      />
      <span class="quiet" role="status">
        {matches && count === 0 && 'Nothing found'}
        {matches && at && (
          <>
            {number(at.index + 1)} of {number(count)}
            <span class="unseen">: {at.path.join(', ')}</span>
          </>
        )}
      </span>
      {count > 0 && (
        <span class="row">
          <button type="button" class="plain" aria-label={`Previous match in ${of}`} onClick={() => move(-1)}>
            ↑
          </button>
          <button type="button" class="plain" aria-label={`Next match in ${of}`} onClick={() => move(1)}>
            ↓
          </button>
        </span>
      )}
    </>
  );
}

interface NodeProps {
  readonly value: unknown;
  readonly path: readonly string[];
  /** Whether it is open until its button is pressed. */
  readonly isOpen: boolean;
  /** Undefined without a search. */
  readonly matches: JsonMatches | undefined;
  /** The path of the match that is highlighted. */
  readonly current: readonly string[] | undefined;
}

function Node({ value, path, isOpen, matches, current }: NodeProps) {
  const [toggled, setToggled] = useState<boolean>();
  const [shown, setShown] = useState(MAX_SHOWN);
  const name = path.at(-1);
  const key = pathKey(path);
  const isFound = matches?.found.has(key) ?? false;
  const words = isFound ? (matches?.words ?? '') : '';
  const label = name !== undefined && (
    <span class="name">
      <Marked text={name} words={words} />
    </span>
  );
  const leadsTo = current !== undefined && path.every((one, depth) => one === current[depth]);
  const isCurrent = isFound && leadsTo && current.length === path.length;
  const entries = entriesOf(value);
  if (!entries || entries.length === 0) {
    return (
      <li class={isFound ? 'found' : undefined} aria-current={isCurrent ? 'true' : undefined}>
        {label} <Scalar value={value} words={words} />
      </li>
    );
  }
  // The first level is open, and what leads to something found.
  const open = matches?.above.has(key) || (toggled ?? (isOpen || path.length === 0));
  const nodeOf = ([member, inner]: readonly [string, unknown]) => (
    <Node key={member} value={inner} path={[...path, member]} isOpen={isOpen} matches={matches} current={current} />
  );
  // Further down than what is shown.
  const distant = leadsTo ? entries.slice(shown).find(([member]) => member === current[path.length]) : undefined;
  const noun = Array.isArray(value) ? 'element' : 'member';
  return (
    <li class={isFound ? 'found' : undefined} aria-current={isCurrent ? 'true' : undefined}>
      <button type="button" class="opener" aria-expanded={open} onClick={() => setToggled(!open)}>
        <span>
          {label} <span class="quiet">{pluralize(entries.length, noun)}</span>
        </span>
      </button>
      {open && (
        <ul>
          {entries.slice(0, shown).map(nodeOf)}
          {entries.length > shown && (
            <li>
              <button type="button" class="plain" onClick={() => setShown(shown + MAX_SHOWN)}>
                Show more ({number(entries.length - shown)} left)
              </button>
            </li>
          )}
          {distant && nodeOf(distant)}
        </ul>
      )}
    </li>
  );
}

function Scalar({ value, words }: { value: unknown; words: string }) {
  if (value === '') return <span class="text">""</span>;
  if (typeof value === 'object' && value !== null)
    return <span class="quiet">{Array.isArray(value) ? 'no element' : 'no member'}</span>;
  return (
    <span class={typeof value === 'string' ? 'text' : 'literal'}>
      <Marked text={String(value)} words={words} />
    </span>
  );
}

/** A text with the words of the search highlighted. */
const Marked = ({ text, words }: { text: string; words: string }) => (
  <>
    {splitAtMatches(text, words).map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key
      index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
    )}
  </>
);
