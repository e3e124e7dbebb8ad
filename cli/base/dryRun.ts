import { type FullRequestParams, type RepeatableInit, Waybill, type WaybillOptions } from '../../client/index.ts';

/** Ends a command before its first request that would change something. */
export class DryRunEnded extends Error {
  override readonly name = 'DryRunEnded';
}

/** Headers and bodies are shown up to this length. */
const MAX_SHOWN = 2_000;

/** A client that sends requests until one would change something: a read, a search or a check of the service goes out. */
export class DryRunWaybill extends Waybill {
  constructor(options: WaybillOptions) {
    super(options);
    const request = this.request;
    this.request = async (parameters) => {
      endBeforeChange(parameters.method, pathOf(parameters), parameters.body);
      return request(parameters);
    };
  }

  override async fetch(path: string, init: RepeatableInit = {}): Promise<Response> {
    endBeforeChange(init.method, path, init.body);
    return super.fetch(path, init);
  }
}

function pathOf({ path, query = {} }: FullRequestParams): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text === '' ? path : `${path}?${text}`;
}

function endBeforeChange(method = 'GET', path: string, body: unknown): void {
  if (method === 'GET' || method === 'HEAD') return;
  throw new DryRunEnded(`Dry run: nothing was changed. The request would be ${method} ${path}${shown(body)}`);
}

function shown(body: unknown): string {
  if (body === undefined || body === null) return '';
  const text = typeof body === 'string' ? body : body instanceof Object && isPlain(body) ? JSON.stringify(body) : '…';
  return ` ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}`;
}

const isPlain = (body: object): boolean => Array.isArray(body) || Object.getPrototypeOf(body) === Object.prototype;
