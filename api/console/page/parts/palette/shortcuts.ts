/** A key, or keys one after the other, and what they do. */
export interface Shortcut {
  /** As they are pressed: `['g', 'j']`. */
  readonly keys: readonly string[];
  readonly label: string;
  readonly run: () => void;
}

/** The time in which the second key of a shortcut must follow, in ms. */
const SEQUENCE_MS = 1_500;

const isEditable = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)) &&
  !(element instanceof HTMLInputElement && /^(checkbox|radio|button|submit)$/.test(element.type));

/** Whether a key belongs to the field that has the focus, to a dialog, or to the browser. */
const isTaken = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || isEditable(document.activeElement) || document.querySelector('dialog[open]') !== null;

/**
 * Runs shortcuts of single keys until the returned function is called.
 *
 * @param shortcuts returns the current shortcuts at each key
 */
export function listenToShortcuts(shortcuts: () => readonly Shortcut[]): () => void {
  let typed: string[] = [];
  let at = 0;
  const listener = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isTaken(event) || event.key === 'Shift') return;
    if (event.timeStamp - at > SEQUENCE_MS) typed = [];
    at = event.timeStamp;
    const candidates = [[...typed, event.key], [event.key]];
    typed = [];
    for (const keys of candidates) {
      const text = keys.join(' ');
      const found = shortcuts().find((one) => one.keys.join(' ') === text);
      if (found) {
        event.preventDefault();
        found.run();
        return;
      }
      if (shortcuts().some((one) => one.keys.join(' ').startsWith(`${text} `))) typed = keys;
      if (typed.length > 0) return;
    }
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

/** Whether the event is that of the command palette, which works in fields too. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey && !altKey;
