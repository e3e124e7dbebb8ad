import { useEffect, useRef, useState } from 'preact/hooks';
import './palette.css';
import { usePreference } from '../../common/preference.ts';
import { navigate } from '../../common/router.ts';
import type { MenuView } from './commands.ts';
import { Palette } from './palette.tsx';
import { ShortcutHelp } from './shortcutHelp.tsx';
import { isPaletteKey, listenToShortcuts, type Shortcut } from './shortcuts.ts';

/** The second key of `g …`, by view. */
const viewKeys: Readonly<Record<string, string>> = {
  '': 'o',
  jobs: 'j',
  queues: 'q',
  indexes: 'i',
  records: 'r',
  scripts: 's',
  templates: 't',
  notifications: 'n',
  mailbox: 'm',
  'records/logs': 'l',
  audit: 'a',
  'records/users': 'u',
};

/** Moves the focus to the first field of the view's search; without one, opens the palette. */
function focusSearch(openPalette: () => void): void {
  const field = document.querySelector<HTMLElement>('main search :is(input, select)');
  field ? field.focus() : openPalette();
}

/** The button of the command palette, and all shortcuts of the page. */
export function Keyboard({ views }: { views: readonly MenuView[] }) {
  const [shown, setShown] = useState<'palette' | 'help'>();
  const [isOff, setOff] = usePreference<boolean>('singleKeysOff');
  const openPalette = (): void => setShown('palette');
  const shortcuts: readonly Shortcut[] = [
    { keys: ['/'], label: 'Search in this view', run: () => focusSearch(openPalette) },
    { keys: ['?'], label: 'Show all shortcuts', run: () => setShown('help') },
    ...views.flatMap(({ view, label }) => {
      const key = viewKeys[view];
      return key === undefined ? [] : [{ keys: ['g', key], label, run: () => navigate(view.split('/')) }];
    }),
  ];
  const active = useRef(shortcuts);
  active.current = isOff ? [] : shortcuts;
  useEffect(() => listenToShortcuts(() => active.current), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // Another dialog has to be finished first.
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) setShown('palette');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = (): void => setShown(undefined);
  return (
    <>
      <button type="button" class="go-to" aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
        Go to… <kbd>Ctrl K</kbd>
      </button>
      {shown === 'palette' && <Palette views={views} close={close} />}
      {shown === 'help' && (
        <ShortcutHelp
          shortcuts={shortcuts}
          isOn={!isOff}
          setOn={(isOn) => setOff(isOn ? undefined : true)}
          close={close}
        />
      )}
    </>
  );
}
