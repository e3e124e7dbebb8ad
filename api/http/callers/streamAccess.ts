import { type Access, fullAccess, type Needs } from '../../../domain/access/access.ts';
import type { ApiRequest } from '../route.ts';
import { authenticate } from './authenticate.ts';

/** Interval at which credentials and rights are checked that no change has touched: periods and tokens end by time. */
const CHECK_MS = 15_000;

/** Checks the caller of an event stream again: every 15 seconds, and before the next event after rights changed. */
export class StreamAccess {
  readonly #request: Pick<ApiRequest, 'services' | 'principal' | 'raw'>;
  readonly #needs: Needs;
  readonly #onEnd: () => void;
  readonly #timer: Timer | undefined;
  #access: Access;
  #epoch: number;
  #isChecking = false;
  #isStopped = false;

  /** @param onEnd called when the credential or the right to the operation has ended, unless the stream has stopped */
  constructor(request: Pick<ApiRequest, 'services' | 'principal' | 'raw'>, needs: Needs, onEnd: () => void) {
    this.#request = request;
    this.#needs = needs;
    this.#onEnd = onEnd;
    const isChecked = request.principal.credential !== 'none';
    this.#access = isChecked ? request.services.access : fullAccess;
    this.#epoch = request.services.accessEpoch.number;
    this.#timer = isChecked ? setInterval(() => void this.#check(), CHECK_MS) : undefined;
  }

  /** What the caller may do; undefined while a change of rights is checked. */
  get current(): Access | undefined {
    if (!this.#timer || this.#request.services.accessEpoch.number === this.#epoch) return this.#access;
    void this.#check();
    return undefined;
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const { services, raw } = this.#request;
    const epoch = services.accessEpoch.number;
    try {
      const call = { needs: this.#needs, headers: raw.headers, limit: async () => {} };
      this.#access = (await authenticate(services, call)).access;
      this.#epoch = epoch;
    } catch {
      // A client may have left during the check; its stream cannot be closed again.
      if (this.#isStopped) return;
      this.stop();
      this.#onEnd();
    } finally {
      this.#isChecking = false;
    }
  }
}
