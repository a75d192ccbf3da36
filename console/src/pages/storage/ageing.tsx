// The ageing board: packages in the warehouse, grouped by their last day of free storage.

import { Badge, Group, SegmentedControl, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RowButton } from '../../components/buttons.tsx'
import { useFilters } from '../../components/lists/filters.tsx'
import { Panel } from '../../components/page.tsx'
import { usePages } from '../../components/queries.ts'
import { SiteFilter } from '../../components/records/site-filter.tsx'
import { Empty, ErrorState, MoreButton, Waiting } from '../../components/states.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { formatDate, formatMoney } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { AgeingPackage } from '../../wire.ts'

export const AGEING = '/ops/v1/storage/ageing'
const PER_PAGE = 50
const WEEK_DAYS = 7

type GroupName = 'overdue' | 'today' | 'tomorrow' | 'week' | 'later'

/** The group of a package. The server sorts by last free day, so packages of the same group are next to each other. */
const groupOf = ({ days_left: days }: AgeingPackage): GroupName => {
  if (days < 0) return 'overdue'
  if (days <= 1) return days === 0 ? 'today' : 'tomorrow'
  return days <= WEEK_DAYS ? 'week' : 'later'
}

const leftText = (days: number): string => {
  if (days === 0) return t('storage.lastDay')
  return t(days < 0 ? 'storage.daysOver' : 'storage.daysLeft', { count: Math.abs(days) })
}

const Row = ({ aged: { package: parcel, last_free_day: day, days_left: left } }: { aged: AgeingPackage }) => (
  <Table.Tr>
    <Table.Td>
      <PageLink href={`/packages/${parcel.parcel_id}`} fw={550}>
        {parcel.parcel_number}
      </PageLink>
    </Table.Td>
    <Table.Td className="ageing-date">
      {formatDate(day)}
      <Hint size="xs">{leftText(left)}</Hint>
    </Table.Td>
    <Table.Td className="narrow-hidden">{parcel.business.name}</Table.Td>
    <Table.Td className="narrow-hidden">
      <Group gap={6}>
        {parcel.customer.name}
        {parcel.hold_instruction === 'hold' && (
          <Badge variant="filled" color="#8a4700">
            {t('packages.onHold')}
          </Badge>
        )}
      </Group>
    </Table.Td>
    <Table.Td className="narrow-hidden">{parcel.place?.code ?? '—'}</Table.Td>
    <Table.Td className="narrow-hidden ageing-date">
      <Moment at={parcel.warehouse_arrived_at} />
    </Table.Td>
    <Table.Td ta="right">{formatMoney(parcel.storage_fee.amount_due, parcel.storage_fee.currency)}</Table.Td>
  </Table.Tr>
)

const HEADS = [
  { title: t('packages.one') },
  { title: t('packages.lastFreeDay') },
  { title: t('records.business'), className: 'narrow-hidden' },
  { title: t('records.customer'), className: 'narrow-hidden' },
  { title: t('places.one'), className: 'narrow-hidden' },
  { title: t('packages.arrived'), className: 'narrow-hidden' },
  { title: t('packages.due'), ta: 'right' },
] as const

type BoardProps = { rows: readonly AgeingPackage[]; hasMore: boolean }

const Board = ({ rows, hasMore }: BoardProps) => {
  const groups = [...Map.groupBy(rows, groupOf)]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="panel-scroll ageing" tabIndex={0} aria-label={t('storage.ageing')}>
      <Table className="table" verticalSpacing={6} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {HEADS.map(({ title, ...rest }) => (
              <Table.Th key={title} {...rest}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {groups.map(([name, found], index) => (
          <Table.Tbody key={name} data-group={name} className="ageing-group">
            <Table.Tr>
              <Table.Th colSpan={HEADS.length} scope="rowgroup">
                {t(`storage.${name}`)}
                <span className="ageing-count">
                  {t(hasMore && index === groups.length - 1 ? 'storage.soFar' : 'storage.count', { count: found.length })}
                </span>
              </Table.Th>
            </Table.Tr>
            {found.map((aged) => (
              <Row key={aged.package.parcel_id} aged={aged} />
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </section>
  )
}

/** The filter: '' for all packages, 'true' for packages past their last free day, 'false' for packages whose storage is still free. */
type Shown = '' | 'true' | 'false'

const shownOf = (asked: string): Shown => (asked === 'true' || asked === 'false' ? asked : '')

const NOTHING: Record<Shown, ReactNode> = {
  '': <Empty icon="storage" title={t('storage.emptyTitle')} text={t('storage.empty')} />,
  true: <Empty icon="check" title={t('storage.noneOverdue')} text={t('storage.noneOverdueLead')} />,
  false: <Empty icon="storage" title={t('storage.noneFree')} text={t('storage.noneFreeLead')} />,
}

type Asked = { overdue?: string; ends_by?: string; abandoned?: string; site?: string }

/** The packages that match the filters in `asked`, loaded page by page. `nothing` is shown if no package matches. */
export const AgeingList = ({ asked, nothing }: { asked: Asked; nothing: ReactNode }) => {
  const { mode, businessId: business } = useScope()
  const { query, rows } = usePages<AgeingPackage>(AGEING, { mode, business, ...asked }, PER_PAGE)
  return (
    <>
      {query.isPending && <Waiting query={query} />}
      {query.isError && rows.length === 0 && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {query.isSuccess && rows.length === 0 && nothing}
      {rows.length > 0 && <Board rows={rows} hasMore={query.hasNextPage} />}
      <MoreButton query={query} />
    </>
  )
}

export const Ageing = () => {
  const [{ overdue: asked, ends_by: endsBy, site }, filter, setFilter] = useFilters(['overdue', 'ends_by', 'site'])
  const shown = shownOf(asked)
  const which = (
    <Group gap="xs">
      <SiteFilter {...filter('site')} />
      <SegmentedControl
        size="xs"
        aria-label={t('storage.shown')}
        value={shown}
        onChange={(value) => setFilter('overdue', value)}
        data={[
          { value: '', label: t('records.all') },
          { value: 'true', label: t('storage.overdueOnly') },
          { value: 'false', label: t('storage.freeOnly') },
        ]}
      />
    </Group>
  )
  return (
    <Panel title={t('storage.ageing')} lead={t('storage.ageingLead')} actions={which} flush>
      {endsBy && (
        <Group px="md" pb="xs" gap="xs">
          <Text size="sm">{t('storage.endsBy', { date: formatDate(endsBy) })}</Text>
          <RowButton label={t('storage.showAll')} variant="default" onClick={() => setFilter('ends_by', '')} />
        </Group>
      )}
      <AgeingList asked={{ overdue: shown, ends_by: endsBy, site }} nothing={NOTHING[shown]} />
    </Panel>
  )
}
