/** What is around an element and can take the focus in its place: the kind of surroundings, and the part of them. */
const surroundings = [
  ['tr', 'a, button'],
  ['li', 'a, button'],
  ['.popup', 'button'],
  ['form', 'input, select, textarea, button'],
] as const;

/** Elements by their nearness to one that has the focus, which is the first. */
export type FocusPlaces = readonly HTMLElement[];

/** The places around the elements that have opened dialogs. */
const openers = new WeakMap<Element, FocusPlaces>();

/** Returns what takes the focus in place of an element once that has gone: a part of its row, or its table. */
export function placesAround(element: Element | null): FocusPlaces {
  const dialog = element?.closest('dialog');
  if (dialog) return [element as HTMLElement, ...(openers.get(dialog) ?? [])];
  const around = surroundings.map(([kind, part]) => element?.closest(kind)?.querySelector<HTMLElement>(part));
  const area = element?.closest<HTMLElement>('[tabindex="0"]');
  return [element as HTMLElement | null, ...around, area].filter((one) => one !== null && one !== undefined);
}

/** Names what gets the focus after a dialog, and after one that the dialog opens. */
export const setOpener = (dialog: Element, places: FocusPlaces): void => {
  openers.set(dialog, places);
};

const canFocus = (one: HTMLElement): boolean => one.isConnected && !one.matches(':disabled') && one.checkVisibility();

/** Gives the focus to the first of the places that can take it, else to the heading of the view. */
function focusFirst(places: FocusPlaces): void {
  const place = places.find(canFocus) ?? document.querySelector<HTMLElement>('main h1');
  place?.focus({ preventScroll: true });
}

/**
 * Gives the focus to what is near when the element that has it disappears: after a dialog to what has opened it, and after
 * the button of a row that an action removes to the table. The next Tab continues from there and not from the start of the page.
 */
export function keepFocus(): void {
  let places: FocusPlaces = [];
  /** The element lost the focus because it was disabled. */
  let wasDisabled = false;
  const restore = (): void => {
    const [last] = places;
    if (!last || document.activeElement !== document.body) return;
    // A button that is disabled while its action runs gets the focus again afterwards.
    if (last.isConnected && last.matches(':disabled')) wasDisabled = true;
    // From an element that is there, the user has gone on: behind the last one, Tab leaves the page.
    else if (wasDisabled || !canFocus(last)) focusFirst(places);
  };
  document.addEventListener('focusin', ({ target }) => {
    places = placesAround(target as Element);
    wasDisabled = false;
  });
  // A press on what takes no focus ends it on purpose.
  document.addEventListener('pointerdown', ({ target }) => {
    if (!places[0]?.contains(target as Node)) places = [];
  });
  const changes = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] };
  new MutationObserver(restore).observe(document.body, changes);
}
