import { useState } from 'preact/hooks';
import type { Notification } from '../../../../client/api.ts';
import { ACCEPTED, viewFilters } from '../../../../domain/savedQueries/listSearch.ts';
import { call, type Filter, get, searchPage } from '../common/api.ts';
import { duration } from '../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../common/load.ts';
import { LIST_SIZE } from '../common/requestsOfLink.ts';
import { href, type Location } from '../common/router.ts';
import { useWritable } from '../common/writable.ts';
import { isoOfField } from '../common/zone.ts';
import { allowedActions, BulkActions, type StateAction } from '../parts/bulk/bulkActions.tsx';
import { useRecordSelection } from '../parts/bulk/selection.ts';
import { StateActions } from '../parts/bulk/stateActions.tsx';
import { DescriptionItem } from '../parts/descriptionList.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx';
import { Frame } from '../parts/frame.tsx';
import { useColumnChoice } from '../parts/list/columnChoice.tsx';
import { ListBar } from '../parts/list/listBar.tsx';
import { selectionOf } from '../parts/list/timeRange.tsx';
import { Failure } from '../parts/notices.tsx';
import { sortingOf, sortOf } from '../parts/order/columnTitle.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Status } from '../parts/status.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Id } from '../parts/values/copy.tsx';
import { Json } from '../parts/values/json.tsx';
import { Time } from '../parts/values/time.tsx';
import { View } from '../parts/view.tsx';
import { NoNotifications } from './noNotifications.tsx';

const KIND = 'notifications';

const statuses = ['PLAN', 'IN_PROGRESS', 'SENT', 'PARTIALLY_SENT', 'FAILED', 'EXPIRED', 'CANCELLED', 'SKIPPED'].map(
  (status) => [status, status.replaceAll('_', ' ').toLowerCase()] as const,
);

const actions: readonly StateAction[] = [
  {
    label: 'Resend',
    confirm: (what) => `Resend ${what}`,
    statuses: ['FAILED', 'EXPIRED', 'CANCELLED'],
    danger: false,
    explanation:
      'The notification is rescheduled with all of its attempts and its full time limit. Recipients that already have it are skipped.',
    operation: ['PUT', '/api/v2/notifications/{id}/state/{newState}'],
    run: (id) => call('PUT', `/api/v2/notifications/${id}/state/PLAN`),
    bulk: 'RESEND',
  },
  {
    label: 'Cancel',
    confirm: (what) => `Cancel ${what}`,
    statuses: ['PLAN'],
    danger: true,
    explanation: 'The notification is not sent. It can be resent.',
    operation: ['PUT', '/api/v2/notifications/{id}/state/{newState}'],
    run: (id) => call('PUT', `/api/v2/notifications/${id}/state/CANCELLED`),
    bulk: 'CANCEL',
  },
];

export function NotificationsView({ location }: { location: Location }) {
  const filters = viewFilters(KIND, location.query, isoOfField);
  const page = pageOf(location);
  const sorting = sortingOf(location, ACCEPTED);
  const { data, error, reload } = useLoad(
    (signal) => searchPage<Notification>(KIND, { filters, sort: sortOf(sorting), page, size: LIST_SIZE }, signal),
    [selectionOf(location)],
    LIST_REFRESH_MS,
    location.query.toString(),
  );
  const rows = data?.content ?? [];
  const selection = useRecordSelection(
    'Notification',
    rows.map(({ id = '' }) => id),
    [selectionOf(location), page],
  );
  const { shown, chooser } = useColumnChoice(KIND, columns);
  return (
    <View title="Notifications" pending={!data && !error}>
      <Filters location={location}>
        <ChoiceFilter location={location} name="status" label="Status" choices={statuses} />
        <TextFilter location={location} name="template" label="Rule or template" />
        <TextFilter location={location} name="address" label="E-mail or phone" />
        <TextFilter location={location} name="ownerType" label="Owner type" />
        <TextFilter location={location} name="owner" label="Owner" />
        <TextFilter location={location} name="from" label="Accepted from" type="datetime-local" />
        <TextFilter location={location} name="to" label="Accepted until" type="datetime-local" />
      </Filters>
      <ListBar location={location} times="Accepted">
        {chooser}
      </ListBar>
      {error && <Failure error={error} />}
      {data && (
        <>
          <BulkActions
            actions={actions}
            noun="notification"
            kind={KIND}
            filters={filters}
            selection={selection}
            reload={reload}
          />
          <Table
            caption="Notifications"
            rows={rows}
            keyOf={({ id }) => id ?? ''}
            nameOf={({ templateCode, id }) => `${templateCode} ${id}`}
            selection={allowedActions(actions).length > 0 ? selection : undefined}
            empty={location.query.size > 0 ? 'No notification matches.' : <NoNotifications />}
            sorting={sorting}
            columns={shown}
          />
          <Pager
            location={location}
            page={page}
            size={LIST_SIZE}
            total={data.totalElements}
            isLowerBound={data.totalIsLowerBound}
          />
        </>
      )}
    </View>
  );
}

const columns: readonly Column<Notification>[] = [
  {
    title: 'Notification',
    names: true,
    sort: 'subject',
    cell: ({ id, subject, templateCode }) => <a href={href([KIND, id ?? ''])}>{subject || templateCode || id}</a>,
  },
  { title: 'Status', sort: 'status', cell: ({ status }) => status && <Status of={status} /> },
  {
    title: 'To',
    wide: true,
    cell: ({ notificationTo = [] }) => <span class="clip">{notificationTo.map(addressOf).join(', ')}</span>,
  },
  { title: 'Rule or template', wide: true, sort: 'templateCode', cell: ({ templateCode }) => templateCode },
  { title: 'Owner', wide: true, sort: 'ownerId', cell: ({ ownerType, ownerId }) => `${ownerType} ${ownerId}` },
  {
    title: 'Accepted',
    sort: `-${ACCEPTED}`,
    cell: ({ auditInfo }) => <Time at={auditInfo?.whenInserted} />,
  },
  { title: 'Id', optional: true, cell: ({ id }) => <span class="code">{id}</span> },
];

type Target = NonNullable<Notification['notificationTo']>[number];

const addressOf = ({ email, phone, ownerType, ownerId }: Target): string =>
  [email, phone].filter(Boolean).join(', ') || [ownerType, ownerId].filter(Boolean).join(' ');

const isOpen = (status: string | undefined): boolean => status === 'PLAN' || status === 'IN_PROGRESS';

/** A notification with its recipients and every delivery attempt. */
export function NotificationView({ id }: { id: string }) {
  const [open, setOpen] = useState(true);
  const { data, error, reload } = useLoad(
    async (signal) => {
      const found = await get<Notification>(`/api/v2/${KIND}/${encodeURIComponent(id)}`, { signal });
      setOpen(isOpen(found.status));
      return found;
    },
    [id],
    open ? 2_000 : undefined,
  );
  const isWritable = useWritable('Notification', [id]);
  const isHtml = /<\w+[\s>]/.test(data?.contents ?? '');
  return (
    <View
      pending={!data && !error}
      title={data?.subject || data?.templateCode || 'Notification'}
      up={{ label: 'Notifications', path: [KIND] }}
      actions={
        <StateActions
          actions={actions}
          noun="notification"
          id={id}
          status={data?.status}
          isWritable={isWritable(id)}
          done={reload}
        />
      }
    >
      {error && <Failure error={error} />}
      {data && (
        <>
          <dl class="description-list">
            <DescriptionItem name="Status">{data.status && <Status of={data.status} />}</DescriptionItem>
            <DescriptionItem name="Rule or template">{data.templateCode}</DescriptionItem>
            <DescriptionItem name="Owner">
              {data.ownerType} {data.ownerId}
            </DescriptionItem>
            <DescriptionItem name="Accepted">
              <Time at={data.auditInfo?.whenInserted} />
            </DescriptionItem>
            {data.deliveryFromTime && (
              <DescriptionItem name="Not before">
                <Time at={data.deliveryFromTime} />
              </DescriptionItem>
            )}
            {data.expirationDate && (
              <DescriptionItem name="Expires">
                <Time at={data.expirationDate} />
              </DescriptionItem>
            )}
            <DescriptionItem name="Notified">
              {data.sent ? <Time at={data.sent} /> : isOpen(data.status) ? 'not yet' : 'never'}
            </DescriptionItem>
            <DescriptionItem name="From">{data.from}</DescriptionItem>
            <DescriptionItem name="Id">
              <Id of={data.id} />
            </DescriptionItem>
          </dl>
          <h2>Recipients</h2>
          {(data.notificationTo ?? []).map((target) => (
            <RecipientAttempts key={target.id} target={target} />
          ))}
          {data.contents && (
            <>
              <h2>Last text sent</h2>
              {isHtml ? <Frame html={data.contents} title="Last text sent" /> : <pre>{data.contents}</pre>}
            </>
          )}
          <p>
            <a href={href(['records', 'logs'], { f: JSON.stringify(logsOf(id)) })}>Show its logs</a>
          </p>
          {data.data !== undefined && (
            <details>
              <summary>Data</summary>
              <Json value={data.data} of="data" />
            </details>
          )}
        </>
      )}
    </View>
  );
}

/** Returns the filter for the logs of exchanges with providers. */
const logsOf = (id: string): Filter[] => [
  { column: 'ownerType', operator: 'EQ', value: 'Notification' },
  { column: 'ownerId', operator: 'EQ', value: id },
];

function RecipientAttempts({ target }: { target: Target }) {
  const { attempts = [], status, statusReason, channel, providerId } = target;
  return (
    <section class="story">
      <h3>
        {addressOf(target)} {status && <Status of={status} />}{' '}
        <span class="quiet">{[channel, providerId].filter(Boolean).join(' · ')}</span>
      </h3>
      {statusReason && <p>{statusReason}</p>}
      {attempts.length > 0 && (
        <Table
          caption={`Attempts to reach ${addressOf(target)}`}
          rows={attempts}
          keyOf={({ attempt, at }) => `${attempt} ${at}`}
          columns={[
            { title: 'Attempt', cell: ({ attempt }) => attempt },
            { title: 'Time', names: true, cell: ({ at }) => <Time at={at} /> },
            { title: 'Outcome', cell: ({ outcome }) => outcome },
            { title: 'Response', cell: ({ answer }) => answer },
            { title: 'Provider', wide: true, cell: ({ provider }) => provider },
            { title: 'Worker', wide: true, cell: ({ worker }) => worker },
            {
              title: 'Duration',
              figures: true,
              wide: true,
              cell: ({ durationMs }) => (durationMs === undefined ? '' : duration(durationMs / 1_000)),
            },
          ]}
        />
      )}
    </section>
  );
}
