// One page of a list: a table with links to the next and previous page, or a note that the list is empty, is loading or could not be loaded.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { Page } from '../../../../web/requests.ts'
import { Empty, Loaded, NoMatch } from '../states.tsx'
import type { Column } from '../table.tsx'
import { Pager, Table } from '../table.tsx'

type ListViewProps<Row> = {
  query: UseQueryResult<Page<Row>>
  caption: string
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  hrefOf?: (row: Row) => string
  empty: ComponentProps<typeof Empty>
  filters?: { isFiltered: boolean; clear: () => void }
}

export function ListView<Row>({ query, empty, filters, ...table }: ListViewProps<Row>) {
  return (
    <Loaded query={query}>
      {({ items, ...places }) => {
        if (items.length === 0) return filters?.isFiltered ? <NoMatch onClear={filters.clear} /> : <Empty {...empty} />
        return (
          <>
            <Table rows={items} {...table} />
            <Pager {...places} />
          </>
        )
      }}
    </Loaded>
  )
}
