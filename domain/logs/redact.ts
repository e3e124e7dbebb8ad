const names = 'secret|callbackSecret|password|token|authorization';

/** A member with a text as JSON, as JSON inside a JSON text, or as JSON inside a cell of CSV; perhaps cut off. */
const secretMember = new RegExp(
  String.raw`((\\*"{1,2})(?:${names})\2\s*:\s*)\2(?:(?!\2)(?:\\.|[^\\]))*(?:\2|$)`,
  'gis',
);

/** Replaces the values of members that contain secrets, such as `config.secret`, in the text of a body or a response. */
export const redact = (text: string): string => text.replace(secretMember, '$1$2***$2');
