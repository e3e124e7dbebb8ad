import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, get, Refused } from '../../api.ts';
import { useLoad } from '../../load.ts';
import { type FormState, Members, useBroken, type Values, withRequired } from '../../parts/form.tsx';
import { Failure, tell } from '../../parts/notices.tsx';
import { go, href } from '../../router.ts';
import { type Interface, type Kind, plural, words } from '../../schema.ts';
import { View } from '../../shell.tsx';
import { nameOf, type RecordOf, recordPath, root } from './kinds.ts';

interface EditProps {
  readonly kind: Kind;
  readonly resolve: Interface['resolve'];
  /** The record that is edited; a new one when absent. */
  readonly id?: string;
  /** The record that a new one begins as. */
  readonly copyOf?: string | undefined;
}

/** The record as a form made of its schema. */
export function EditView({ kind, resolve, id, copyOf }: EditProps) {
  const from = id ?? copyOf;
  const { data, error } = useLoad(
    async (signal) => (from === undefined ? null : get<RecordOf>(recordPath(kind, from), { signal })),
    [kind.path, from],
  );
  const title =
    id === undefined ? `New ${words(kind.name).toLowerCase()}` : data ? `Edit ${nameOf(data)}` : words(kind.name);
  const up =
    id === undefined
      ? { label: plural(kind), path: ['records', kind.path] }
      : { label: data ? nameOf(data) : 'Record', path: ['records', kind.path, id] };
  return (
    <View title={title} up={up}>
      {error && <Failure error={error} />}
      {data !== undefined && (
        <EditForm key={from} kind={kind} resolve={resolve} record={data} isNew={id === undefined} />
      )}
    </View>
  );
}

interface EditFormProps {
  readonly kind: Kind;
  readonly resolve: Interface['resolve'];
  readonly record: RecordOf | null;
  readonly isNew: boolean;
  /** Called once it is saved. */
  readonly done?: () => void;
  /** Where its kind's list is, with the record below it; among the records of all kinds unless given. */
  readonly list?: readonly string[];
  /** Shown beside the form, of what is typed; the members that are typed there are not in the form. */
  readonly beside?: (typed: Typed) => ComponentChildren;
  readonly without?: readonly string[];
}

export interface Typed {
  readonly values: Values;
  readonly change: (values: Values) => void;
  readonly form: FormState;
}

export function EditForm(props: EditFormProps) {
  const { kind, resolve, record, isNew, done, list = ['records', kind.path], beside, without = [] } = props;
  const [values, setValues] = useState<Values>(() => initialValues(record, isNew));
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const broken = useBroken();
  const form = useRef<HTMLFormElement>(null);
  const problems = error instanceof Refused ? error.problems : [];
  const state: FormState = { resolve, problems, ...broken };
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (broken.broken.size > 0) {
      setError(new Refused(0, 'Some of it is no JSON yet.', [...broken.broken.values()]));
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const body = withRequired(kind.schema, values, resolve);
      const version = record?.auditInfo?.version;
      const saved = isNew
        ? await call<RecordOf>('POST', root(kind), body)
        : await call<RecordOf>('PUT', recordPath(kind, record?.id ?? ''), { ...body, auditInfo: { version } });
      tell(`${nameOf(saved)} is saved.`);
      setBusy(false);
      go([...list, saved.id]);
      done?.();
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <div class={beside ? 'beside' : undefined}>
      <form class="members-form" ref={form} onSubmit={(event) => void save(event)} noValidate>
        {error && <Failure error={error} />}
        <Members
          schema={kind.schema}
          value={values}
          change={setValues}
          form={state}
          without={[...without, ...(isNew ? ['auditInfo'] : ['auditInfo', 'id'])]}
        />
        <div class="actions">
          <button type="submit" class="primary" disabled={busy} aria-busy={busy}>
            Save
          </button>
          <a class="button" href={href(record && !isNew && !beside ? [...list, record.id] : list)}>
            Back
          </a>
        </div>
      </form>
      {beside?.({ values, change: setValues, form: state })}
    </div>
  );
}

/** Of a copy, neither id nor code: both are one record's alone. */
function initialValues(record: RecordOf | null, isNew: boolean): Values {
  if (!record) return {};
  const { auditInfo: _, ...values } = record;
  if (!isNew) return values;
  const { id: __, code: ___, ...copied } = values as Values;
  return copied;
}
