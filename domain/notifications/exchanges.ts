/** Code of the LogType of the Logs that tell what was sent to whom. Such a Log includes the LogType record if it exists. */
export const EXCHANGE = 'NOTIFICATION_EXCHANGE';
