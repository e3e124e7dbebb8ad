import { useId, useState } from 'preact/hooks';
import type { NewApiKey } from '../../../../../client/api.ts';
import { currentCaller, isAdministrator } from '../../common/schema.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { isoOf } from '../../parts/filters.tsx';

const rights = [
  ['', 'All rights of the user'],
  ['READ', 'Read what the user may read'],
] as const;

/** The dialog that creates an API key. Only administrators create keys of other users. */
export function NewKey({ close, create }: { close: () => void; create: (values: NewApiKey) => Promise<void> }) {
  const id = useId();
  const [name, setName] = useState('');
  const [user, setUser] = useState('');
  const [right, setRight] = useState<string>('');
  const [validTo, setValidTo] = useState('');
  const isAnonymous = currentCaller()?.credential === 'none';
  const end = isoOf(validTo);
  const values: NewApiKey = {
    name,
    ...(user.trim() !== '' && { user: user.trim() }),
    ...(right === 'READ' && { scopes: [{ accessRule: 'READ' as const }] }),
    ...(end !== undefined && { validTo: end }),
  };
  return (
    <Confirm title="Create an API key" action="Create" close={close} run={() => create(values)}>
      <p>Programs send the key as a bearer token. It acts for its user.</p>
      <div class="filters">
        <div class="field">
          <label for={`${id}-name`}>Name</label>
          <input
            id={`${id}-name`}
            type="text"
            required
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </div>
        {isAdministrator() && (
          <div class="field">
            <label for={`${id}-user`}>User{!isAnonymous && ' (you, if empty)'}</label>
            <input
              id={`${id}-user`}
              type="text"
              required={isAnonymous}
              value={user}
              onInput={({ currentTarget }) => setUser(currentTarget.value)}
            />
          </div>
        )}
        <div class="field">
          <label for={`${id}-rights`}>Rights</label>
          <select id={`${id}-rights`} value={right} onChange={({ currentTarget }) => setRight(currentTarget.value)}>
            {rights.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-end`}>Valid until</label>
          <input
            id={`${id}-end`}
            type="datetime-local"
            value={validTo}
            onInput={({ currentTarget }) => setValidTo(currentTarget.value)}
          />
        </div>
      </div>
    </Confirm>
  );
}
