import { makeBounceMailbox } from '../../app/drivers.ts';
import { type Check, reasonOf } from './finding.ts';

/** Opens the mailbox of bounces, and reads no message. */
export const checkBounceMailbox: Check = async (config) => {
  const subject = 'bounces';
  const { bounceMailboxUrl } = config;
  if (!bounceMailboxUrl) return [{ subject, state: 'ok', message: 'no mailbox is configured' }];
  const { host, protocol } = new URL(bounceMailboxUrl);
  const ending = new AbortController();
  try {
    const mailbox = await makeBounceMailbox(config);
    await mailbox?.follow(
      async () => {},
      ending.signal,
      () => ending.abort(),
    );
    return [{ subject, state: 'ok', message: `the mailbox at ${host} can be read` }];
  } catch (error) {
    const remedy =
      'Check BOUNCE_MAILBOX_URL: host, port, imaps: or imap:, user, password and folder. Late bounces are not seen until then.';
    const command = `curl --verbose --user USER ${protocol}//${host}`;
    return [{ subject, state: 'error', message: `${host}: ${reasonOf(error)}`, remedy, command }];
  }
};
