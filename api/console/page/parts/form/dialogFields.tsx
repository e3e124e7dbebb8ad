import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

interface InputFieldProps extends FieldProps {
  readonly type?: 'text' | 'datetime-local';
  readonly required?: boolean;
}

/** An input with its label in a dialog. */
export function InputField({ label, value, change, type = 'text', required = false }: InputFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        {...(type === 'text' ? { type } : { type })}
        required={required}
        value={value}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  );
}

interface CountFieldProps extends FieldProps {
  readonly min: number;
  readonly max: number;
  readonly step?: number | 'any';
  /** What an empty field means. */
  readonly hint: string;
}

/** A number with its label in a dialog. An empty one has a meaning of its own. */
export function CountField({ label, value, change, min, max, step = 1, hint }: CountFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        {...{ min, max, step, value }}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <p id={`${id}-hint`} class="quiet">
        {hint}
      </p>
    </div>
  );
}

/** Several lines of text with their label in a dialog. */
export function LinesField({ label, value, change }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea id={id} rows={3} value={value} onInput={({ currentTarget }) => change(currentTarget.value)} />
    </div>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly choices: readonly (readonly [value: string, label: string])[];
}

/** A choice with its label in a dialog. */
export function SelectField({ label, value, change, choices }: SelectFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {choices.map(([choice, title]) => (
          <option key={choice} value={choice}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}
