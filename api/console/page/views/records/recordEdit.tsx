import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, call, errorOf, get } from '../../common/api.ts';
import { useLoad } from '../../common/load.ts';
import { href, navigate } from '../../common/router.ts';
import { humanize, type Interface, type Kind, plural } from '../../common/schema.ts';
import { discardUnsaved, useUnsaved } from '../../common/unsaved.ts';
import { useWritable } from '../../common/writable.ts';
import { FormFailure } from '../../parts/form/formFailure.tsx';
import { useInvalidJson, useMarks, withRequired } from '../../parts/form/formState.ts';
import type { FormState, Values } from '../../parts/form/labelled.tsx';
import { Members } from '../../parts/form/members.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { View } from '../../parts/view.tsx';
import { canBeSaved, kindPath, nameOf, type RecordOf, recordPath } from './kinds.ts';
import { guideOf } from './memberGuide.ts';
import { codeSettingsOf } from './recordCode.ts';
import { RuleInWords } from './ruleInWords.tsx';

interface EditProps {
  readonly kind: Kind;
  readonly resolve: Interface['resolve'];
  /** The record to edit; absent for a new record. */
  readonly id?: string;
  /** The record to copy as a new record. */
  readonly copyOf?: string | undefined;
}

/** A form for a record, generated from its schema. */
export function EditView({ kind, resolve, id, copyOf }: EditProps) {
  const from = id ?? copyOf;
  const { data, error } = useLoad(
    async (signal) => (from === undefined ? null : get<RecordOf>(recordPath(kind, from), { signal })),
    [kind.path, from],
  );
  const title =
    id === undefined ? `New ${humanize(kind.name).toLowerCase()}` : data ? `Edit ${nameOf(data)}` : humanize(kind.name);
  const up =
    id === undefined
      ? { label: plural(kind), path: ['records', kind.path] }
      : { label: data ? nameOf(data) : 'Record', path: ['records', kind.path, id] };
  return (
    <View title={title} up={up} pending={data === undefined && !error}>
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
  /** Called after a save. */
  readonly onSaved?: () => void;
  /** Path of the parent list; by default, the list of the kind. */
  readonly list?: readonly string[];
  /** Content beside the form that shows or edits its values. */
  readonly aside?: (typed: EditorState) => ComponentChildren;
  readonly exclude?: readonly string[];
}

export interface EditorState {
  readonly values: Values;
  readonly change: (values: Values) => void;
  readonly form: FormState;
}

export function EditForm(props: EditFormProps) {
  const { kind, resolve, record, isNew, onSaved, list = ['records', kind.path], aside, exclude = [] } = props;
  const [initial] = useState<Values>(() => initialValues(record, { isNew }));
  const [values, setValues] = useState<Values>(initial);
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const isWritable = useWritable(kind.name, isNew || !record ? [] : [record.id]);
  const invalid = useInvalidJson();
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(invalid.invalidJson.size > 0 || JSON.stringify(values) !== JSON.stringify(initial));
  const problems = error instanceof ApiError ? error.details : [];
  const marks = useMarks();
  const codeOf = (path: string) => codeSettingsOf(kind.name, path, values);
  const state: FormState = { resolve, problems, codeOf, guideOf: guideOf(kind), ...marks, ...invalid };
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (invalid.invalidJson.size > 0) {
      const found = [...invalid.invalidJson].map(([path, message]) => ({ path, message }));
      setError(new ApiError(0, 'Some members are not valid JSON.', [], { problems: found }));
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const body = withRequired(kind.input, values, resolve);
      const version = record?.auditInfo?.version;
      const saved = isNew
        ? await call<RecordOf>('POST', kindPath(kind), body)
        : await call<RecordOf>('PUT', recordPath(kind, record?.id ?? ''), { ...body, auditInfo: { version } });
      notify(`${nameOf(saved)} was saved.`);
      setBusy(false);
      discardUnsaved();
      navigate([...list, saved.id]);
      onSaved?.();
    } catch (failure) {
      setError(errorOf(failure));
      setBusy(false);
    }
  };
  return (
    <div class={aside ? 'beside' : undefined}>
      <form class="members-form" ref={form} onSubmit={(event) => void save(event)} noValidate>
        {error && <FormFailure error={error} form={form} />}
        <Members
          schema={kind.input}
          value={values}
          change={setValues}
          form={state}
          exclude={[...exclude, ...(isNew ? ['auditInfo'] : ['auditInfo', 'id'])]}
        />
        {kind.name === 'AccessRule' && <RuleInWords rule={values} />}
        <div class="actions">
          {canBeSaved(kind) && (isNew || isWritable(record?.id ?? '')) && (
            <button type="submit" class="primary" disabled={busy} aria-busy={busy}>
              Save
            </button>
          )}
          <a class="button" href={href(record && !isNew && !aside ? [...list, record.id] : list)}>
            Cancel
          </a>
        </div>
      </form>
      {aside?.({ values, change: setValues, form: state })}
    </div>
  );
}

/** Returns the values of the form. A copy has neither id nor code, because both are unique. */
function initialValues(record: RecordOf | null, { isNew }: { isNew: boolean }): Values {
  if (!record) return {};
  const { auditInfo: _, ...values } = record;
  if (!isNew) return values;
  const { id: __, code: ___, ...copied } = values as Values;
  return copied;
}
