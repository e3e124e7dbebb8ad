import { searchPage } from '../../common/api.ts';
import { number } from '../../common/format.ts';
import { useLoad } from '../../common/load.ts';
import { href, type Location } from '../../common/router.ts';
import { type Interface, may, plural } from '../../common/schema.ts';
import { Failure, Notice } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { View } from '../../parts/view.tsx';
import { RuleTestView } from '../rules/ruleTest.tsx';
import { ArchiveView } from './archive.tsx';
import { KindView } from './kind.tsx';
import { dedicatedViews, useInterface } from './kinds.ts';
import { RecordView } from './record.tsx';
import { EditView } from './recordEdit.tsx';
import { ImportView } from './recordImport.tsx';

/** The views below `#/records`: all kinds, a kind (`users`), a record (`users/ID`) and its actions. */
export function RecordsView({ location }: { location: Location }) {
  const { data, error } = useInterface();
  const [, path, id, action] = location.path;
  if (error || !data)
    return (
      <View title="Records" pending={!error}>
        {error && <Failure error={error} />}
      </View>
    );
  if (path === undefined) return <KindsView {...data} />;
  if (path === '~archive') return <ArchiveView />;
  const kind = data.kinds.find((one) => one.path === path);
  if (!kind)
    return (
      <View title="Records">
        <Notice>This kind does not exist.</Notice>
      </View>
    );
  if (id === undefined) return <KindView key={path} kind={kind} location={location} resolve={data.resolve} />;
  if (id === '~new')
    return <EditView key="new" kind={kind} resolve={data.resolve} copyOf={location.query.get('copy') ?? undefined} />;
  if (id === '~import') return <ImportView kind={kind} />;
  if (action === 'test' && kind.name === 'NotificationRule') return <RuleTestView key={id} id={id} />;
  if (action === 'edit') return <EditView key={id} kind={kind} resolve={data.resolve} id={id} />;
  return <RecordView key={id} kind={kind} id={id} resolve={data.resolve} />;
}

function KindsView({ kinds }: Interface) {
  const { data } = useLoad(
    (signal) =>
      Promise.all(kinds.map(async ({ path }) => [path, await searchPage(path, { size: 1 }, signal)] as const)),
    [kinds.length],
  );
  const counts = new Map(data);
  return (
    <View
      title="Records"
      actions={
        may('POST', '/api/v2/admin/export') && (
          <a class="button" href={href(['records', '~archive'])}>
            Export or import all
          </a>
        )
      }
    >
      <Table
        caption="Kinds"
        rows={kinds}
        keyOf={({ path }) => path}
        columns={[
          {
            title: 'Kind',
            names: true,
            cell: (kind) => <a href={href(dedicatedViews[kind.name] ?? ['records', kind.path])}>{plural(kind)}</a>,
          },
          {
            title: 'Records',
            figures: true,
            cell: ({ path }) => {
              const count = counts.get(path);
              if (count === undefined) return '';
              return `${count.totalIsLowerBound ? 'more than ' : ''}${number(count.totalElements)}`;
            },
          },
        ]}
      />
    </View>
  );
}
