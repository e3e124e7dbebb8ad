import { moment } from '../common/format.ts';
import type { Schema } from '../common/schema.ts';

/** The value of a member: dates in the time zone of the browser, objects as JSON, nothing if it is absent. */
export function Value({ value, schema }: { value: unknown; schema?: Schema }) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    if (schema?.format === 'date-time')
      return (
        <span class="nowrap" title={value}>
          {moment(value)}
        </span>
      );
    if (schema?.format === 'uuid') return <span class="code">{value}</span>;
    return value.includes('\n') || value.length > 200 ? <pre>{value}</pre> : value;
  }
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
    return value.join(', ');
  if (typeof value === 'object')
    return Object.keys(value).length === 0 ? (
      <span class="quiet">empty</span>
    ) : (
      <pre>{JSON.stringify(value, null, 2)}</pre>
    );
  return String(value);
}
