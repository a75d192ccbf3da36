// The package list: filters, search, bulk actions.

import { Button } from '@mantine/core'
import { useState } from 'react'
import { PACKAGES } from '../../api.ts'
import { PlainButton } from '../../components/buttons.tsx'
import { Icon } from '../../components/icons.tsx'
import { csvText } from '../../components/lists/csv.ts'
import { DataTable } from '../../components/lists/data-table.tsx'
import { useFilters } from '../../components/lists/filters.tsx'
import { useRememberList } from '../../components/lists/last-list-url.ts'
import { useSelection } from '../../components/lists/rows-table.tsx'
import { saveFile } from '../../components/lists/table-tools.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, NoMatch } from '../../components/states.tsx'
import { PaperFiles } from '../../components/text.tsx'
import { useScope } from '../../scope.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { OpsPackage, Repacking } from '../../wire.ts'
import { RepackedDialog } from '../receiving/repack/repack-buttons.tsx'
import { RepackDialog } from '../receiving/repack/repack-dialog.tsx'
import { isHoldable } from './actions.tsx'
import type { Outcome } from './bulk-actions.tsx'
import { BulkAttach, BulkHold, labelFiles, OutcomesDialog } from './bulk-actions.tsx'
import { packageColumns, packageSums } from './columns.tsx'
import { FILTERS, PackageFilters } from './list-filters.tsx'

const ROWS_PER_PAGE = 50

const idOf = (row: OpsPackage): string => row.parcel_id

const fileAddress = (params: Record<string, string | null>): string =>
  `${PACKAGES}.csv?${new URLSearchParams(Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1])))}`

const PackageList = () => {
  const { mode, businessId } = useScope()
  useRememberList('/packages')
  const [filters, filter] = useFilters(FILTERS)
  const selection = useSelection(idOf)
  const mayHandle = useMayHandle()
  const [action, setAction] = useState<'hold' | 'release' | 'attach' | 'repack' | null>(null)
  const [repacked, setRepacked] = useState<Repacking | null>(null)
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const { zone } = useTimes()
  const params = { mode, business: businessId, time_zone: zone, ...filters }
  const isFiltered = Object.values(filters).some((value) => value !== '')
  const picked = [...selection.rows.values()]
  const holdable = picked.filter(isHoldable)
  const { status, arrived_from: from, arrived_to: to, awaiting_disposition: isKept, abandoned: isAbandoned } = filters
  const columns = packageColumns(status === 'warehouse' || [from, to, isKept, isAbandoned].some((filter) => filter !== ''))

  /** Deselects the packages that succeeded. Refused packages are listed and stay selected. */
  const settle = (settled: Outcome[]) => {
    const done = new Set(settled.filter(({ refusal }) => refusal === null).map(({ id }) => id))
    selection.set(
      picked.filter((row) => done.has(idOf(row))),
      false,
    )
    setAction(null)
    if (done.size < settled.length) setOutcomes(settled)
  }

  const settleRepack = (repacking: Repacking) => {
    selection.set(picked, false)
    setAction(null)
    setRepacked(repacking)
  }

  const exportButton = (
    <Button component="a" href={fileAddress(params)} download variant="default" leftSection={<Icon name="download" sizePx={16} />}>
      {t('shell.exportCsv')}
    </Button>
  )
  const bulkButton = (name: NonNullable<typeof action>, label: string) => (
    <PlainButton label={label} size="xs" onClick={() => setAction(name)} />
  )
  return (
    <Page title={t('packages.title')} lead={t('packages.lead')} actions={exportButton}>
      <PackageFilters isFiltered={isFiltered} filter={filter} />
      {(action === 'hold' || action === 'release') && (
        <BulkHold action={action} parcels={holdable} onClose={() => setAction(null)} onSettled={settle} />
      )}
      {action === 'attach' && <BulkAttach parcels={picked} onClose={() => setAction(null)} onSettled={settle} />}
      {action === 'repack' && <RepackDialog parcels={picked} onClose={() => setAction(null)} onDone={settleRepack} />}
      {repacked && <RepackedDialog repacking={repacked} onClose={() => setRepacked(null)} />}
      {outcomes.length > 0 && <OutcomesDialog outcomes={outcomes} onClose={() => setOutcomes([])} />}
      <DataTable<OpsPackage>
        isDense
        path={PACKAGES}
        params={params}
        perPage={ROWS_PER_PAGE}
        rowKey={idOf}
        rowName={(row) => row.parcel_number}
        href={(row) => `/packages/${row.parcel_id}`}
        columns={columns}
        totalsOf={packageSums}
        {...(mayHandle ? { selection } : {})}
        bulkActions={
          <>
            {holdable.length > 0 && bulkButton('hold', t('packages.bulkHold'))}
            {holdable.length > 0 && bulkButton('release', t('packages.bulkRelease'))}
            {bulkButton('attach', t('packages.bulkAttach'))}
            {picked.length > 1 && bulkButton('repack', t('repack.repack'))}
            <PaperFiles label={t('packages.bulkPrint')} files={labelFiles(picked)} />
            <PlainButton
              label={t('lists.exportSelected')}
              icon="download"
              size="xs"
              onClick={() => saveFile('packages.csv', csvText(columns, picked))}
            />
          </>
        }
        empty={isFiltered ? <NoMatch page="/packages" /> : <Empty title={t('packages.emptyTitle')} text={t('packages.empty')} />}
      />
    </Page>
  )
}

export default PackageList
