// The queue of unidentified parcels, newest first.

import { SegmentedControl } from '@mantine/core'
import { UNIDENTIFIED } from '../../../api.ts'
import { DataTable } from '../../../components/lists/data-table.tsx'
import { useFilters } from '../../../components/lists/filters.tsx'
import { Page } from '../../../components/page.tsx'
import { SiteFilter } from '../../../components/records/site-filter.tsx'
import { Empty } from '../../../components/states.tsx'
import { useScope } from '../../../scope.tsx'
import { inboundTitle } from '../../../shell/scan-look-up.ts'
import { t } from '../../../strings.ts'
import { moment } from '../../../time.tsx'
import type { UnidentifiedParcel } from '../../../wire.ts'
import { labelOf, OutcomeText, sizeText } from './unidentified-text.tsx'

const STATES = ['open', 'assigned', 'discarded'] as const
const EMPTY = {
  open: 'unidentified.empty',
  assigned: 'unidentified.emptyAssigned',
  discarded: 'unidentified.emptyDiscarded',
} as const

const UnidentifiedList = () => {
  const [{ status, site }, filter, setFilter] = useFilters(['status', 'site'])
  const { mode } = useScope()
  const shown = STATES.find((state) => state === status) ?? 'open'
  return (
    <Page title={t('unidentified.title')} lead={t('unidentified.lead')}>
      <DataTable<UnidentifiedParcel>
        path={UNIDENTIFIED}
        params={{ mode, status: shown, site }}
        rowKey={(row) => row.unidentified_parcel_id}
        rowName={labelOf}
        href={(row) => `/unidentified/${row.unidentified_parcel_id}`}
        csvName="unidentified"
        filters={
          <>
            <SegmentedControl
              size="xs"
              aria-label={t('records.status')}
              value={shown}
              onChange={(value) => setFilter('status', value === 'open' ? '' : value)}
              data={STATES.map((value) => ({ value, label: t(`unidentified.${value}`) }))}
            />
            <SiteFilter {...filter('site')} />
          </>
        }
        empty={<Empty icon="search" title={t(EMPTY[shown])} {...(shown === 'open' ? { text: t('unidentified.emptyText') } : {})} />}
        columns={[
          { key: 'label', title: t('unidentified.label'), value: labelOf, isFreeText: true },
          { key: 'arrived', title: t('unidentified.arrived'), value: (row) => row.received_at, format: moment },
          { key: 'proposal', title: t('unidentified.asInbound'), value: ({ proposals }) => proposals.map(inboundTitle).join(', ') },
          { key: 'size', title: t('unidentified.size'), value: sizeText, isLesser: true },
          { key: 'note', title: t('unidentified.note'), value: (row) => row.condition_note, isLesser: true },
          ...(shown === 'open'
            ? []
            : [
                {
                  key: 'outcome',
                  title: t('unidentified.outcome'),
                  render: (row: UnidentifiedParcel) => <OutcomeText parcel={row} />,
                  csv: (row: UnidentifiedParcel) => row.parcel_id ?? row.discard_reason,
                },
              ]),
        ]}
      />
    </Page>
  )
}

export default UnidentifiedList
