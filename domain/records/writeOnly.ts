import type { WriteOnlyChange } from '../../db/queries/records/writeOnlyRows.ts';
import type { JsonObject, Kind, WriteOnlyText } from '../kinds/kind.ts';
import { isObject } from '../validation/values.ts';

/** The values of a record without its write-only text, and the change of the text. */
export interface Separated<V extends JsonObject> {
  readonly values: V;
  readonly change?: WriteOnlyChange;
}

/** A record as it is stored. `text` is its write-only text, where it has been read. */
export interface StoredText {
  readonly values: JsonObject;
  readonly text?: string | undefined;
}

/**
 * Takes the write-only text of a kind from values: a text that was sent replaces the stored one, null and the empty text
 * remove it, and without the member it stays, unless what it belongs to changes. The members that report the text
 * (`secretSet`, `secretChangedAt`) are those of the result, whatever was sent.
 */
export function separateWriteOnly<V extends JsonObject>(
  { writeOnly }: Pick<Kind, 'writeOnly'>,
  values: V,
  stored?: StoredText,
  now = new Date(),
): Separated<V> {
  if (!writeOnly) return { values };
  const { member, name, boundTo } = writeOnly;
  const before = membersOf(stored?.values, member);
  // A record of release 0.2 has the text itself.
  const unmoved = typeof before[name] === 'string' && before[name] !== '' ? before[name] : undefined;
  const isSet = before[setName(writeOnly)] === true || unmoved !== undefined;
  const removal = isSet ? { change: { text: null, boundTo: undefined } } : {};
  const container = values[member];
  if (!isObject(container)) return { values, ...removal };
  const rest = withoutWriteOnly(writeOnly, container);
  const sent = container[name];
  const place = boundTo(rest);
  const staysInPlace = isSet && place === boundTo(before);
  const text = typeof sent === 'string' && sent !== '' ? sent : undefined;
  const isKept = staysInPlace && (sent === undefined || (text !== undefined && text === stored?.text));
  const reporting = (at: JsonObject[string] | undefined): V => ({
    ...values,
    [member]: { ...rest, [setName(writeOnly)]: true, [changedName(writeOnly)]: at ?? now.toISOString() },
  });
  if (isKept && unmoved === undefined) return { values: reporting(before[changedName(writeOnly)]) };
  const next = text ?? (isKept ? unmoved : undefined);
  if (next === undefined) return { values: { ...values, [member]: rest }, ...removal };
  return { values: reporting(undefined), change: { text: next, boundTo: place } };
}

/** Returns the free member without the text and without what reports it. */
function withoutWriteOnly(writeOnly: WriteOnlyText, container: JsonObject): JsonObject {
  const { [writeOnly.name]: _text, [setName(writeOnly)]: _set, [changedName(writeOnly)]: _at, ...rest } = container;
  return rest;
}

/** Returns values whose report of the text is that of the stored record. */
export function copyWriteOnly(
  writeOnly: WriteOnlyText,
  values: JsonObject,
  stored: JsonObject | undefined,
): JsonObject {
  const container = values[writeOnly.member];
  if (!isObject(container)) return values;
  const before = membersOf(stored, writeOnly.member);
  const names = [writeOnly.name, setName(writeOnly), changedName(writeOnly)];
  const copied = Object.fromEntries(Object.entries(before).filter(([name]) => names.includes(name)));
  return { ...values, [writeOnly.member]: { ...withoutWriteOnly(writeOnly, container), ...copied } };
}

/** Whether values report that the record has a write-only text. */
export const reportsWriteOnly = (writeOnly: WriteOnlyText, values: JsonObject | undefined): boolean =>
  membersOf(values, writeOnly.member)[setName(writeOnly)] === true;

/** Whether the write-only text has to be read to separate these values: one was sent, and one is stored. */
export const comparesWriteOnly = (writeOnly: WriteOnlyText, values: JsonObject, stored: JsonObject): boolean =>
  typeof membersOf(values, writeOnly.member)[writeOnly.name] === 'string' && reportsWriteOnly(writeOnly, stored);

const membersOf = (values: JsonObject | undefined, member: string): JsonObject => {
  const container = values?.[member];
  return isObject(container) ? container : {};
};

const setName = ({ name }: WriteOnlyText): string => `${name}Set`;
const changedName = ({ name }: WriteOnlyText): string => `${name}ChangedAt`;
