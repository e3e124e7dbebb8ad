import { decodeHTML } from 'entities';

const reference = /&#?\w+;/g;

/**
 * Returns the value of an attribute with its character references decoded.
 *
 * @param pads whether each is padded by spaces to its length, so that offsets stay; outside of the text that it opens or closes
 */
export const decodeReferences = (value: string, { pads = false } = {}): string =>
  value.replace(reference, (whole, at: number) => {
    const text = decodeHTML(whole);
    if (!pads) return text;
    return at === 0 || /[\s:,(]/.test(value[at - 1] ?? '') ? text.padStart(whole.length) : text.padEnd(whole.length);
  });
