import { decodeHTML } from 'entities';

const reference = /&#?\w+;/g;

/**
 * Returns the value of an attribute with its character references decoded.
 *
 * @param pads whether each is padded by spaces to its length, so that offsets stay
 */
export const decodeReferences = (value: string, { pads = false } = {}): string =>
  value.replace(reference, (whole) => decodeHTML(whole).padEnd(pads ? whole.length : 0));
