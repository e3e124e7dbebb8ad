import type { TargetedSubmitEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { call, errorOf } from '../../common/api.ts';
import { currentCaller } from '../../common/schema.ts';
import { useUnsaved } from '../../common/unsaved.ts';
import { Failure, Notice, notify } from '../../parts/notices.tsx';
import { View } from '../../parts/view.tsx';

/** Whether the caller has a password of this service: others sign in elsewhere. */
export const hasPassword = (): boolean => currentCaller()?.authentication === 'PASSWORD';

const fields = [
  { name: 'current', label: 'Current password', autocomplete: 'current-password' },
  { name: 'password', label: 'New password', autocomplete: 'new-password' },
  { name: 'repeated', label: 'New password, repeated', autocomplete: 'new-password' },
] as const;

/** Changes the password of the caller. */
export function PasswordView() {
  return (
    <View title="Password">
      {hasPassword() ? <PasswordForm /> : <Notice>You sign in without a password of this service.</Notice>}
    </View>
  );
}

function PasswordForm() {
  const id = useId();
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const [hasInput, setHasInput] = useState(false);
  useUnsaved(hasInput);
  const code = currentCaller()?.user ?? '';
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const [current, password, repeated] = fields.map(({ name }) => values.get(name));
    if (password !== repeated) return setError(new Error('The new password and its repetition differ.'));
    setBusy(true);
    setError(undefined);
    try {
      await call('PUT', `/api/v2/users/${encodeURIComponent(code)}/password`, { current, password });
      form.reset();
      setHasInput(false);
      notify('The password has been changed. Your other sessions have ended.');
    } catch (failure) {
      setError(errorOf(failure));
    }
    setBusy(false);
  };
  return (
    <form class="password" onSubmit={(event) => void submit(event)} onInput={() => setHasInput(true)}>
      <p>A password has 8 to 256 characters. The change ends your other sessions, and API keys stay valid.</p>
      {error && <Failure error={error} />}
      <input type="text" autocomplete="username" value={code} readOnly hidden />
      {fields.map(({ name, label, autocomplete }) => (
        <div class="field" key={name}>
          <label for={`${id}-${name}`}>{label}</label>
          <input id={`${id}-${name}`} name={name} type="password" autocomplete={autocomplete} required />
        </div>
      ))}
      <button type="submit" class="primary" disabled={busy} aria-busy={busy}>
        Change the password
      </button>
    </form>
  );
}
