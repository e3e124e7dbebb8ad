/** The operations that start Jobs of these types, which no other request can start. */
export const startedAlone = {
  BULK_CHANGE: 'POST /{kind}/bulk',
  GUARDED_BULK_CHANGE: 'POST /{kind}/bulk',
  ERASE_USER: 'POST /users/{idOrCode}/erase',
} as const;

/** Returns the problem of a request that names one of these types. */
export const startedByOther = (jobType: keyof typeof startedAlone): string =>
  `jobType: ${jobType.startsWith('E') ? 'an' : 'a'} ${jobType} is started by ${startedAlone[jobType]}`;

/** Returns the problem of a type that other requests cannot start. */
export const problemsOfStart = (jobType: unknown): string[] =>
  typeof jobType === 'string' && Object.hasOwn(startedAlone, jobType)
    ? [startedByOther(jobType as keyof typeof startedAlone)]
    : [];
