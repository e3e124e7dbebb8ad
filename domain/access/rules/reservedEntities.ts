/** Names that an AccessRule can have as `entityName` besides those of kinds. They cover operations without a kind. */
export const reservedEntities = [
  'Admin',
  'Metrics',
  'Mailbox',
  'ScriptRun',
  'DocumentRun',
  'NotificationSend',
] as const;
export type ReservedEntity = (typeof reservedEntities)[number];
