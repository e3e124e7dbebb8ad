/**
 * Returns the text of an array whose elements need no quotes, such as ids, numbers and statuses. For an array, the driver calls a
 * function with two regular expressions for each element.
 */
export const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`;
