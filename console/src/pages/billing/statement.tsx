// The statement of a business: what was charged, credited, paid and refunded in a range of days.

import { Box, Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { DaysFilter } from '../../components/lists/filter-bar.tsx'
import { useFilters } from '../../components/lists/filters.ts'
import { QueryView } from '../../components/lists/query-view.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { RowsTable } from '../../components/lists/rows-table.tsx'
import { Facts, Panel } from '../../components/page.tsx'
import { PaperLink } from '../../components/paper-link.tsx'
import { Empty } from '../../components/states.tsx'
import { formatDate } from '../../format.ts'
import { BUSINESSES } from '../../paths.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { Statement, StatementLine } from '../../wire.ts'
import { naira } from './billing-words.tsx'

const COLUMNS: Column<StatementLine>[] = [
  { key: 'date', title: t('billing.date'), render: (row) => formatDate(row.date) },
  { key: 'type', title: t('billing.type'), render: (row) => t(`billing.type_${row.type}`), isLesser: true },
  { key: 'description', title: t('billing.description'), render: (row) => [row.reference, row.description].filter(Boolean).join(' · ') },
  { key: 'amount', title: t('billing.amount'), align: 'right', render: (row) => naira(row.amount) },
  { key: 'balance', title: t('billing.balance'), align: 'right', render: (row) => naira(row.balance), isLesser: true },
]

export const StatementPanel = ({ businessId }: { businessId: string }) => {
  const { mode } = useScope()
  const [{ from, to }, setFilter] = useFilters(['from', 'to'])
  const query = useQuery({
    queryKey: [BUSINESSES, businessId, 'statement', mode, from, to],
    queryFn: ({ signal }) => api.get<Statement>(`${BUSINESSES}/${businessId}/statement`, { mode, from, to }, signal),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const days = new URLSearchParams({ mode, ...(data ? { from: data.from, to: data.to } : {}) })
  const actions = (
    <Group gap="xs">
      <DaysFilter
        label={t('billing.statementDays')}
        hint={t('billing.statementHint')}
        from={from}
        to={to}
        onFrom={(day) => setFilter('from', day)}
        onTo={(day) => setFilter('to', day)}
      />
      <PaperLink href={`${BUSINESSES}/${businessId}/statement.pdf?${days}`} label={t('billing.pdf')} size="compact-xs" />
      <PaperLink href={`${BUSINESSES}/${businessId}/statement.csv?${days}`} label={t('billing.csv')} isDownload size="compact-xs" />
    </Group>
  )
  const lead = data ? { lead: t('billing.statementOf', { from: formatDate(data.from), to: formatDate(data.to) }) } : {}
  return (
    <Panel title={t('billing.statement')} {...lead} actions={actions} flush>
      <QueryView query={query}>
        {({ opening_balance: opening, closing_balance: closing, lines }) => (
          <>
            <Box px="md" pb="sm">
              <Facts
                facts={[
                  [t('billing.opening'), naira(opening)],
                  [t('billing.closing'), <strong key="closing">{naira(closing)}</strong>],
                ]}
              />
            </Box>
            {lines.length === 0 ? (
              <Empty icon="log" title={t('billing.noStatement')} />
            ) : (
              <RowsTable rows={lines} columns={COLUMNS} rowKey={(row) => `${row.type} ${row.id}`} rowName={(row) => row.description} />
            )}
          </>
        )}
      </QueryView>
    </Panel>
  )
}
