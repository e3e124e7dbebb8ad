import { get, searchPage } from '../../common/api.ts';
import { useLoad } from '../../common/load.ts';
import { href, type Location } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { NoRecords } from '../../parts/list/noRecords.tsx';
import { Failure, Notice } from '../../parts/notices.tsx';
import { Pager, pageOf } from '../../parts/pager.tsx';
import { Table } from '../../parts/table.tsx';
import { View } from '../../parts/view.tsx';
import { type RecordOf, recordPath, useInterface } from '../records/kinds.ts';
import { EditForm } from '../records/recordEdit.tsx';
import { TemplatePreview } from './templatePreview.tsx';

const KIND = 'formatter-templates';
const SIZE = 50;

export function TemplatesView({ location }: { location: Location }) {
  const page = pageOf(location);
  const words = location.query.get('q');
  const { data, error } = useLoad(
    (signal) => searchPage<RecordOf>(KIND, { page, size: SIZE, ...(words && { fulltext: words }) }, signal),
    [page, words],
  );
  return (
    <View
      title="Templates"
      pending={!data && !error}
      actions={
        may('POST', '/api/v2/formatter-templates') && (
          <a class="button" href={href(['templates', '~new'])}>
            Create
          </a>
        )
      }
    >
      {error && <Failure error={error} />}
      {data && (
        <>
          <Table
            caption="Templates"
            rows={data.content}
            keyOf={({ id }) => id}
            empty={
              words ? (
                'No template matches.'
              ) : (
                <NoRecords
                  of="templates"
                  about="A template and data make a document, a message or a page."
                  kind={KIND}
                  createAt={['templates', '~new']}
                />
              )
            }
            columns={[
              {
                title: 'Code',
                names: true,
                cell: ({ id, code }) => <a href={href(['templates', id])}>{String(code)}</a>,
              },
              { title: 'Name', cell: ({ name }) => name as string },
              { title: 'Input', wide: true, cell: ({ inputType }) => inputType as string },
              { title: 'Output', wide: true, cell: ({ documentType }) => documentType as string },
              { title: 'Size', wide: true, cell: ({ documentSize }) => documentSize as string },
            ]}
          />
          <Pager
            location={location}
            page={page}
            size={SIZE}
            total={data.totalElements}
            isLowerBound={data.totalIsLowerBound}
          />
        </>
      )}
    </View>
  );
}

/** The form of a template, with a preview beside it. */
export function TemplateView({ id }: { id: string }) {
  const isNew = id === '~new';
  const { data, error } = useInterface();
  const kind = data?.kinds.find(({ path }) => path === KIND);
  const loaded = useLoad(
    async (signal) => (kind && !isNew ? get<RecordOf>(recordPath(kind, id), { signal }) : null),
    [kind?.name, id],
  );
  const record = loaded.data;
  const ready = kind && record !== undefined && (isNew || record !== null);
  const failure = error ?? loaded.error;
  return (
    <View
      pending={!ready && !failure && !(data && !kind)}
      title={isNew ? 'New template' : record ? String(record['code']) : 'Template'}
      up={{ label: 'Templates', path: ['templates'] }}
      actions={
        record && (
          <a class="button" href={href(['records', KIND, record.id])}>
            Record and history
          </a>
        )
      }
    >
      {failure && <Failure error={failure} />}
      {data && !kind && <Notice>This service has no templates.</Notice>}
      {data && ready && (
        <EditForm
          key={`${id} ${record?.auditInfo?.version}`}
          kind={kind}
          list={['templates']}
          onSaved={loaded.reload}
          resolve={data.resolve}
          record={record}
          isNew={isNew}
          exclude={['previewData']}
          aside={(typed) =>
            may('POST', '/api/v2/formatter-templates/preview') && (
              <TemplatePreview {...typed} code={record ? String(record['code']) : undefined} />
            )
          }
        />
      )}
    </View>
  );
}
