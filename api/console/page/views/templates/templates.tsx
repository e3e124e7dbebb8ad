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
import { loadText, TemplateFile } from './templateFile.tsx';
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

/** Loads the template to copy. The copy of one that is a file has the text of the file as its content. */
async function loadToCopy(path: string, signal: AbortSignal): Promise<RecordOf> {
  const record = await get<RecordOf>(path, { signal });
  return record['inputType'] === 'FILE'
    ? { ...record, inputType: 'HTML', content: await loadText(path, signal) }
    : record;
}

/**
 * The form of a template, with a preview beside it.
 *
 * @param copyOf  the template to copy as a new template
 */
export function TemplateView({ id, copyOf }: { id: string; copyOf?: string | undefined }) {
  const isNew = id === '~new';
  const from = isNew ? copyOf : id;
  const { data, error } = useInterface();
  const kind = data?.kinds.find(({ path }) => path === KIND);
  const loaded = useLoad(
    async (signal) => {
      if (!kind || !from) return null;
      const path = recordPath(kind, from);
      return isNew ? loadToCopy(path, signal) : get<RecordOf>(path, { signal });
    },
    [kind?.name, from],
  );
  const record = loaded.data;
  const saved = isNew ? undefined : record;
  const code = saved ? String(saved['code']) : undefined;
  const ready = kind && record !== undefined && (!from || record !== null);
  const failure = error ?? loaded.error;
  return (
    <View
      pending={!ready && !failure && !(data && !kind)}
      title={isNew ? 'New template' : (code ?? 'Template')}
      up={{ label: 'Templates', path: ['templates'] }}
      actions={
        saved && (
          <a class="button" href={href(['records', KIND, saved.id])}>
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
          aside={(typed) => {
            const file = saved?.['inputType'] === 'FILE' && (
              <TemplateFile path={recordPath(kind, saved.id)} id={saved.id} name={String(saved['content'])} />
            );
            if (!may('POST', '/api/v2/formatter-templates/preview')) return file;
            return (
              <TemplatePreview {...typed} code={code}>
                {file}
              </TemplatePreview>
            );
          }}
        />
      )}
    </View>
  );
}
