import { type Load, load } from '../../helpers/load.ts';

const CLIENTS = 32;
const WARM_UP_SECONDS = 1;

/** Returns a function that sends requests by 32 clients to a server, and returns the responses per second. It throws if one is refused. */
export function requests(port: number, seconds: number, headers: Readonly<Record<string, string>>) {
  return async (method: string, list: Load['requests']): Promise<number> => {
    const { perSecond, refused, firstRefusal } = await load({
      ...{ port, clients: CLIENTS, warmUpSeconds: WARM_UP_SECONDS, seconds, method, headers },
      requests: list,
    });
    if (refused > 0) throw new Error(`${refused} requests were refused: ${firstRefusal}`);
    return perSecond;
  };
}
