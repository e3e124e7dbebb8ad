/** Changes of records to be posted by a rule. */
export interface PostChanges {
  readonly ruleId: string;
}
