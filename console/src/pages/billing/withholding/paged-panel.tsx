// A panel that lists records of an account. The list is read page by page and can be exported.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Params } from '../../../api.ts'
import type { Column } from '../../../components/lists/rows-table.tsx'
import { RowsTable } from '../../../components/lists/rows-table.tsx'
import { ExportButton } from '../../../components/lists/table-tools.tsx'
import { Panel } from '../../../components/page.tsx'
import { usePages } from '../../../components/queries.ts'
import { Empty, MoreButton, QueryView } from '../../../components/states.tsx'
import { t } from '../../../strings.ts'
import { CustomerLink } from '../billing-text.tsx'
import type { Account } from '../payer-account.ts'

const ROWS_AT_ONCE = 50

export const usePaged = <T,>(path: string, { businessId, customerId, mode }: Account, more: Params = {}) => {
  const params: Params = { mode, business: businessId, ...(customerId === null ? {} : { customer_id: customerId }), ...more }
  return { params, ...usePages<T>(path, params, ROWS_AT_ONCE) }
}

type OfPayer = { parcel_customer_id: string | null; business_name: string }

/** The column that names the payer. It is used on the account of a business, which includes several payers. */
export const payerColumn = <T extends OfPayer>(): Column<T> => ({
  key: 'payer',
  title: t('billing.payer'),
  render: ({ parcel_customer_id: id, business_name: name }) => (id === null ? name : <CustomerLink id={id} />),
  csv: (row) => row.parcel_customer_id ?? row.business_name,
  isLesser: true,
})

type PagedPanelProps<T> = {
  title: string
  lead?: string
  actions?: ReactNode
  csvName: string
  path: string
  params: Params
  rows: readonly T[]
  query: UseQueryResult<unknown> & Parameters<typeof MoreButton>[0]['query']
  columns: readonly Column<T>[]
  keyOf: (row: T) => string
  nameOf: (row: T) => string
  none: string
}

export const PagedPanel = <T,>({ title, lead, actions, csvName, rows, query, keyOf, nameOf, none, ...list }: PagedPanelProps<T>) => (
  <Panel
    title={title}
    {...(lead === undefined ? {} : { lead })}
    actions={
      <>
        {rows.length > 0 && <ExportButton name={csvName} {...list} />}
        {actions}
      </>
    }
    flush
  >
    <QueryView query={query}>
      {() => (
        <>
          <RowsTable
            name={title}
            rows={rows}
            columns={list.columns}
            rowKey={keyOf}
            rowName={nameOf}
            empty={<Empty icon="check" title={none} />}
          />
          <MoreButton query={query} />
        </>
      )}
    </QueryView>
  </Panel>
)
