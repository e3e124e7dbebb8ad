import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { call, certificatePath, errorOf, sessionPath } from '../../common/api.ts';
import { Logo } from '../../parts/logo.tsx';
import { Failure } from '../../parts/notices.tsx';

/** Reasons why the service sent the browser back from a sign-in at the OpenID provider, as `?signIn=`. */
const problems: Readonly<Record<string, string>> = {
  refused: 'The provider has identified you, but you cannot sign in here. Ask an administrator of this service.',
  expired: 'The sign-in took too long, or began in another browser. Try again.',
  throttled: 'There were too many attempts. Try again later.',
  unavailable: 'The provider does not respond. Try again later.',
};

/** The provider that the service offers for sign-ins, as the page names it. */
const provider = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="sign-in-provider"]')?.content;

/** Whether a gateway passes on client certificates. */
const offersCertificates = (): boolean => document.querySelector('meta[name="sign-in-certificate"]') !== null;

/** Loads the page again at the same view, without anything that it has read for another caller. */
export function restart(hash: string): void {
  history.replaceState(null, '', `${location.pathname}${hash}`);
  location.reload();
}

/**
 * The sign-in page. It is shown in place of the requested view, whose path stays in the address.
 *
 * @param props.hasEnded  whether the caller was signed in before
 */
export function SignInView({ hasEnded }: { hasEnded: boolean }) {
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const problem = problems[new URLSearchParams(location.search).get('signIn') ?? ''];
  const name = provider();
  useEffect(() => {
    document.title = 'Sign in · Waybill';
  }, []);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    return begin(sessionPath, { code: form.get('code'), password: form.get('password') });
  };
  const begin = async (path: string, body?: object): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await call('POST', path, body);
      restart(location.hash);
    } catch (failure) {
      setError(errorOf(failure));
      setBusy(false);
    }
  };
  return (
    <main class="sign-in">
      <p class="brand">
        <Logo />
        Waybill
      </p>
      <h1>Sign in</h1>
      {hasEnded && <p role="status">Your session has ended.</p>}
      {problem && <Failure error={new Error(problem)} />}
      {error && <Failure error={error} />}
      <form onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for="code">Code</label>
          <input id="code" name="code" type="text" autocomplete="username" autocapitalize="none" required />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required />
        </div>
        <button type="submit" class="primary" disabled={busy} aria-busy={busy}>
          Sign in
        </button>
      </form>
      {offersCertificates() && (
        <button type="button" disabled={busy} onClick={() => void begin(certificatePath)}>
          Sign in with a certificate
        </button>
      )}
      {name !== undefined && (
        <a class="button" href={providerPath()}>
          Sign in with {name}
        </a>
      )}
    </main>
  );
}

/** The provider returns the browser to the current view. The service accepts only paths of its own. */
const providerPath = (): string =>
  `${sessionPath}/oidc?${new URLSearchParams({ returnTo: `${location.pathname}${location.hash}` })}`;
