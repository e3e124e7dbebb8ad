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

globalThis.firstRequests = Object.fromEntries(requestsOfLink(location.hash).map((path) => [path, request(path)]));
