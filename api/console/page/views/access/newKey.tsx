import { useState } from 'preact/hooks';
import type { NewApiKey } from '../../../../../client/api.ts';
import { currentCaller, isAdministrator } from '../../common/schema.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { isoOf } from '../../parts/filters.tsx';
import { InputField, SelectField } from '../../parts/form/dialogFields.tsx';

const rights = [
  ['', 'All rights of the user'],
  ['READ', 'Read what the user may read'],
] as const;

/** The dialog that creates an API key. Only administrators create keys of other users. */
export function NewKey({ close, create }: { close: () => void; create: (values: NewApiKey) => Promise<void> }) {
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
        <InputField label="Name" required value={name} change={setName} />
        {isAdministrator() && (
          <InputField
            label={isAnonymous ? 'User' : 'User (you, if empty)'}
            required={isAnonymous}
            value={user}
            change={setUser}
          />
        )}
        <SelectField label="Rights" value={right} change={setRight} choices={rights} />
        <InputField label="Valid until" type="datetime-local" value={validTo} change={setValidTo} />
      </div>
    </Confirm>
  );
}
