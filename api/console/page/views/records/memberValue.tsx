import type { Interface, Kind } from '../../common/schema.ts';
import { Status, shownStatus } from '../../parts/status.tsx';
import { Value } from '../../parts/value.tsx';
import type { RecordOf } from './kinds.ts';

interface MemberValueProps {
  readonly kind: Kind;
  readonly record: RecordOf;
  readonly name: string;
  readonly resolve: Interface['resolve'];
}

/** The value of a member of a record. The status of Jobs and steps is as in their own views. */
export function MemberValue({ kind, record, name, resolve }: MemberValueProps) {
  const { properties = {} } = kind.schema;
  const { status, cause } = record;
  if (name === 'status' && typeof status === 'string' && properties['cause'])
    return <Status of={shownStatus({ status, ...(typeof cause === 'string' && { cause }) })} />;
  return <Value value={record[name]} schema={resolve(properties[name] ?? {})} />;
}
