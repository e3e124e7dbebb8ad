import type { Schema } from '../common/schema.ts';
import { Id } from './values/copy.tsx';
import { Json } from './values/json.tsx';
import { Time } from './values/time.tsx';

/** The value of a member: dates in the chosen time zone, objects as a tree, nothing if it is absent. */
export function Value({ value, schema, short = false }: { value: unknown; schema?: Schema; short?: boolean }) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    if (schema?.format === 'date-time') return <Time at={value} exact={!short} />;
    if (schema?.format === 'uuid') return short ? <span class="code">{value}</span> : <Id of={value} />;
    return value.includes('\n') || value.length > 200 ? <pre>{value}</pre> : value;
  }
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
    return value.join(', ');
  if (typeof value === 'object')
    return Object.keys(value).length === 0 ? <span class="quiet">empty</span> : <Json value={value} />;
  return String(value);
}
