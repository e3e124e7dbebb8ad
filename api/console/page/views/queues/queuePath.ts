/** Returns the path of a queue in the interface. */
export const queuePath = (name: string): string => `/api/v2/admin/queues/${encodeURIComponent(name)}`;
