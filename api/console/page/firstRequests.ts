import type { EarlyAnswer } from './common/early.ts';
import { requestsOfLink } from './common/requestsOfLink.ts';

declare global {
  /** The responses to what the opened view requests first, which the browser requests while it still receives the page. */
  var firstRequests: Readonly<Record<string, Promise<EarlyAnswer | undefined>>> | undefined;
}

const request = async (path: string): Promise<EarlyAnswer | undefined> => {
  try {
    const response = await fetch(path);
    return { status: response.status, body: await response.text() };
  } catch {
    // The view requests it again, and says that the service does not respond.
    return undefined;
  }
};

// The service would refuse them.
const isSignedOut = document.querySelector('meta[name="signed-out"]') !== null;
const paths = isSignedOut ? [] : requestsOfLink(location.hash);
globalThis.firstRequests = Object.fromEntries(paths.map((path) => [path, request(path)]));
