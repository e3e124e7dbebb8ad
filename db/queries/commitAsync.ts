/**
 * An expression that lets the transaction commit without waiting until the write-ahead log is on the disk. It is for what another
 * row repeats after a crash: the log is written in order, so that a later commit that is on the disk, as that of the outbox row's
 * deletion, implies this one.
 */
export const commitAsync = "set_config('synchronous_commit', 'off', true)";
