// Announced parcels of all businesses, newest first.

import { Group, SegmentedControl } from '@mantine/core'
import { INBOUND } from '../../api.ts'
import { DialogButton, LinkButton } from '../../components/buttons.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import { SearchInput, useFilters } from '../../components/lists/filters.tsx'
import { Page } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { useScope } from '../../scope.tsx'
import { useMayHandle } from '../../session.tsx'
import { inboundTitle } from '../../shell/scan-look-up.ts'
import { t } from '../../strings.ts'
import { moment } from '../../time.tsx'
import type { InboundParcel } from '../../wire.ts'
import { AnnounceDialog } from './announce.tsx'

const STATES = ['', 'expected', 'received', 'cancelled', 'expired'] as const

const numbersText = ({ courier_numbers: numbers }: InboundParcel): string => numbers.join(', ')
const itemsText = ({ items }: InboundParcel): string => items.map(({ quantity, description }) => `${quantity} × ${description}`).join(', ')
const wishText = ({ transport_mode: wish }: InboundParcel): string => (wish === null ? '' : t(`shipments.${wish}`))
const receivedText = ({ packages }: InboundParcel): string => packages.map(({ parcel_number: number }) => number).join(', ')

const InboundList = () => {
  const [{ status = '', courier_number: number }, filter, setFilter] = useFilters(['status', 'courier_number'])
  const { mode, businessId } = useScope()
  const mayHandle = useMayHandle()
  const actions = mayHandle && (
    <Group gap="xs">
      <LinkButton href="/inbound/import" label={t('inbound.import')} />
      <DialogButton label={t('inbound.announceOne')} variant="filled" dialog={(close) => <AnnounceDialog onClose={close} />} />
    </Group>
  )
  return (
    <Page title={t('inbound.title')} lead={t('inbound.lead')} actions={actions}>
      <DataTable<InboundParcel>
        path={INBOUND}
        params={{ mode, business: businessId ?? '', status, courier_number: number }}
        rowKey={(row) => row.inbound_parcel_id}
        rowName={numbersText}
        csvName="announced"
        filters={
          <>
            <SearchInput label={t('inbound.numbers')} placeholder={t('inbound.numbers')} {...filter('courier_number')} />
            <SegmentedControl
              size="xs"
              aria-label={t('records.status')}
              value={STATES.find((state) => state === status) ?? ''}
              onChange={(value) => setFilter('status', value)}
              data={STATES.map((value) => ({ value, label: t(value === '' ? 'records.all' : `inbound.${value}`) }))}
            />
          </>
        }
        empty={<Empty icon="download" title={t('inbound.empty')} text={t('inbound.emptyText')} />}
        columns={[
          { key: 'numbers', title: t('inbound.numbers'), value: numbersText },
          { key: 'status', title: t('records.status'), render: (row) => t(`inbound.${row.status}`), csv: (row) => row.status },
          { key: 'customer', title: t('records.customer'), value: (row) => inboundTitle(row), isFreeText: true },
          { key: 'business', title: t('records.business'), value: (row) => row.business.name, isLesser: true, isFreeText: true },
          { key: 'items', title: t('inbound.items'), value: itemsText, isLesser: true },
          { key: 'wish', title: t('inbound.wish'), value: wishText, isLesser: true },
          { key: 'packages', title: t('inbound.packages'), value: receivedText, isLesser: true },
          { key: 'announced', title: t('inbound.announced'), value: (row) => row.created_at, format: moment },
        ]}
      />
    </Page>
  )
}

export default InboundList
