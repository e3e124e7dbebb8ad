import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLive } from '../../common/live.ts';
import { useLoad } from '../../common/load.ts';
import { href } from '../../common/router.ts';
import { loadInterface } from '../../common/schema.ts';
import { Dialog } from '../dialog.tsx';
import { type Command, commandsOf, type MenuView, matchingCommands } from './commands.ts';

const MAX_SHOWN = 12;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The last entry of every list: a search for records with the text as an id or a code. */
const searchFor = (text: string): Command => ({
  label: `Find records with the id or code “${text}”`,
  group: 'Search',
  href: href(['find'], { q: text }),
});

function entriesOf(commands: readonly Command[], text: string): Command[] {
  if (text === '') return commands.slice(0, MAX_SHOWN);
  const search = searchFor(text);
  if (uuid.test(text)) return [search];
  return [...matchingCommands(commands, text).slice(0, MAX_SHOWN), search];
}

/** A dialog that leads to any view, queue or record by its name. */
export function Palette({ views, close }: { views: readonly MenuView[]; close: () => void }) {
  const { data } = useLoad(loadInterface, []);
  const { live } = useLive();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const entries = entriesOf(commandsOf(views, data?.kinds ?? [], live?.queues ?? []), text.trim());
  const current = Math.min(active, entries.length - 1);
  useLayoutEffect(() => input.current?.focus(), []);
  useEffect(() => document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' }), [id, current]);
  const go = (command: Command | undefined): void => {
    if (!command) return;
    close();
    location.hash = command.href;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setActive((current + 1) % entries.length);
    else if (event.key === 'ArrowUp') setActive((current + entries.length - 1) % entries.length);
    else if (event.key === 'Enter') go(entries[current]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" close={close}>
      <input
        ref={input}
        class="palette-text"
        // biome-ignore lint/a11y/noRedundantRoles: an input without the attribute list has another role
        role="combobox"
        list={undefined}
        aria-label="Name of a view, a kind or a queue, or any id or code"
        placeholder="View, kind, queue, id or code"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={`${id}-${current}`}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      <div class="palette" id={`${id}-list`} role="listbox" aria-label="Places">
        {entries.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the combobox choose its options
          <div
            key={`${command.group} ${command.label}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => go(command)}
          >
            <span>{command.label}</span> <span class="quiet">{command.group}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
