/** Whether the time lies in the period. The end is exclusive. @param when ISO 8601 in UTC with milliseconds */
export function isValidAt(period: { readonly validFrom?: string; readonly validTo?: string }, when: string): boolean {
  const { validFrom, validTo } = period;
  return (validFrom === undefined || validFrom <= when) && (validTo === undefined || when < validTo);
}
