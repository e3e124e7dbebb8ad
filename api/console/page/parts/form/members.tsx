import { labelOf } from '../../common/labels.ts';
import type { Schema } from '../../common/schema.ts';
import { ChoiceField, DateField, NumberField, StringListField, TextField } from './fields.tsx';
import { JsonField } from './jsonField.tsx';
import { type FormState, Hints, type MemberProps, Required, type Values } from './labelled.tsx';

/** The fields of an object, one for each member of its schema. */
export function Members({
  schema,
  value,
  change,
  form,
  path = '',
  exclude = [],
}: {
  schema: Schema;
  value: Values;
  change: (value: Values) => void;
  form: FormState;
  path?: string;
  exclude?: readonly string[];
}) {
  return (
    <>
      {Object.entries(schema.properties ?? {}).map(([name, member]) => {
        const of = form.resolve(member);
        if (of.readOnly || exclude.includes(name)) return null;
        return (
          <Member
            key={name}
            path={path === '' ? name : `${path}.${name}`}
            label={labelOf(name)}
            schema={of}
            value={value[name]}
            required={schema.required?.includes(name) ?? false}
            change={(next) => change(withMember(value, name, next))}
            form={form}
          />
        );
      })}
    </>
  );
}

/** Sets a member, or removes it if the value is undefined. */
function withMember(value: Values, name: string, next: unknown): Values {
  if (next !== undefined) return { ...value, [name]: next };
  const { [name]: _, ...rest } = value;
  return rest;
}

function Member(props: MemberProps) {
  const { schema } = props;
  if (schema.enum || schema.type === 'boolean') return <ChoiceField {...props} />;
  if (schema.type === 'integer' || schema.type === 'number') return <NumberField {...props} />;
  if (schema.type === 'string')
    return schema.format === 'date-time' ? <DateField {...props} /> : <TextField {...props} />;
  if (schema.type === 'array') {
    const items = props.form.resolve(schema.items ?? {});
    if (items.type === 'string') return <StringListField {...props} />;
    if (items.type === 'object' && items.properties) return <ObjectListField {...props} items={items} />;
  }
  if (schema.type === 'object' && schema.properties && schema.additionalProperties === false)
    return <ObjectField {...props} />;
  return <JsonField {...props} />;
}

/** An object with its fields. An optional object without members is removed. */
function ObjectField(props: MemberProps) {
  const { schema, value, path, label, form, change, required } = props;
  return (
    <fieldset class="nested">
      <legend>
        {label}
        {required && <Required />}
      </legend>
      <Hints {...props} />
      <Members
        schema={schema}
        value={(value ?? {}) as Values}
        path={path}
        form={form}
        change={(next) => change(Object.keys(next).length === 0 && !required ? undefined : next)}
      />
    </fieldset>
  );
}

/** A list of objects, each with its fields. */
function ObjectListField(props: MemberProps & { items: Schema }) {
  const { path, label, value, change, form, items, required } = props;
  const objects = Array.isArray(value) ? (value as Values[]) : [];
  return (
    <fieldset class="nested">
      <legend>
        {label}
        {required && <Required />}
      </legend>
      <Hints {...props} />
      {objects.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: problems name an object by its index
        <fieldset key={index} class="nested">
          <legend>
            {label} {index + 1}
          </legend>
          <Members
            schema={items}
            value={one}
            path={`${path}[${index}]`}
            form={form}
            change={(next) => change(objects.map((other, at) => (at === index ? next : other)))}
          />
          <button type="button" class="plain" onClick={() => change(objects.filter((_, at) => at !== index))}>
            Remove {label.toLowerCase()} {index + 1}
          </button>
        </fieldset>
      ))}
      <button type="button" class="plain" onClick={() => change([...objects, {}])}>
        Add to {label.toLowerCase()}
      </button>
    </fieldset>
  );
}
