import type { Page } from '../../common/api.ts';
import type { Loaded } from '../../common/load.ts';
import type { Location } from '../../common/router.ts';
import { Failure } from '../notices.tsx';
import { Pager } from '../pager.tsx';
import { Table, type TableProps } from '../table.tsx';

interface PagedTableProps<T> extends Omit<TableProps<T>, 'rows'> {
  readonly loaded: Pick<Loaded<Page<T>>, 'data' | 'error'>;
  readonly location: Location;
  readonly page: number;
  readonly size: number;
}

/** One page of a search as a table, with the other pages below it; or the error of the search. */
export const PagedTable = <T,>({ loaded: { data, error }, location, page, size, ...table }: PagedTableProps<T>) => (
  <>
    {error && <Failure error={error} />}
    {data && (
      <>
        <Table {...table} rows={data.content} />
        <Pager
          location={location}
          page={page}
          size={size}
          total={data.totalElements}
          isLowerBound={data.totalIsLowerBound}
        />
      </>
    )}
  </>
);
