// The packages of a shipment. Packages can be detached while the shipment is open, and delivered one by one after departure.

import { Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { SHIPMENTS } from '../../api.ts'
import { RowButton } from '../../components/buttons.tsx'
import { DataTable } from '../../components/lists/data-table.tsx'
import type { Column } from '../../components/lists/rows-table.tsx'
import { actionsColumn } from '../../components/lists/rows-table.tsx'
import { customerColumn } from '../../components/records/facts.tsx'
import { PackageStatusBadge } from '../../components/records/package-status.tsx'
import { Empty } from '../../components/states.tsx'
import { formatNumber } from '../../format.ts'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { OpsPackage, Shipment } from '../../wire.ts'
import { HandOutDialog, isToCollect } from '../packages/hand-out.tsx'
import type { ShipmentActions } from './actions.ts'
import { useUpdateShipment } from './actions.ts'
import { OffloadDialog } from './offload-dialog.tsx'

const weightOf = (row: OpsPackage): number | null => row.actual_weight ?? row.declared_weight ?? null

const isReady = (row: OpsPackage): boolean => row.status === 'warehouse' && row.hold_instruction === 'release'

/** Whether the package is a full container that waits at the supplier until departure. */
const isLoaded = (row: OpsPackage): boolean => row.status === 'booked' && row.loaded_at_supplier && row.hold_instruction === 'release'

const STATUS: Column<OpsPackage> = {
  key: 'status',
  title: t('records.status'),
  render: (row) =>
    isReady(row) ? (
      <Text size="sm" c="dimmed" span>
        {t('shipments.ready')}
      </Text>
    ) : isLoaded(row) ? (
      <Text size="sm" c="dimmed" span>
        {t('shipments.loadedAtSupplier')}
      </Text>
    ) : isToCollect(row) ? (
      <Text size="sm" span>
        {t('collection.ready')}
      </Text>
    ) : (
      <PackageStatusBadge status={row.status} isHeld={row.hold_instruction === 'hold'} />
    ),
  csv: (row) => row.status,
}

const COLUMNS: readonly Column<OpsPackage>[] = [
  { key: 'number', title: t('records.number'), value: (row) => row.parcel_number },
  STATUS,
  { ...customerColumn(t('customers.one')), isLesser: true },
  { key: 'pieces', title: t('shipments.pieces'), align: 'right', value: (row) => row.quantity, isLesser: true },
  {
    key: 'weight',
    title: t('shipments.weightKg'),
    align: 'right',
    render: (row) => {
      const weightKg = weightOf(row)
      return weightKg === null ? '—' : formatNumber(weightKg)
    },
    csv: weightOf,
    isLesser: true,
  },
]

export const Packages = ({ shipment, actions }: { shipment: Shipment; actions: ShipmentActions }) => {
  const mayHandle = useMayHandle()
  const show = useUpdateShipment()
  const [takenOff, setTakenOff] = useState<OpsPackage | null>(null)
  const { status } = shipment
  const [handedOut, setHandedOut] = useState<OpsPackage | null>(null)
  const button = (row: OpsPackage) => {
    const number = row.parcel_number
    if (status === 'open')
      return <RowButton label={t('shipments.detach')} named={t('shipments.detachNamed', { number })} onClick={() => actions.detach(row)} />
    if (row.delivery_undoable)
      return (
        <RowButton label={t('packages.undo')} named={t('packages.undoDeliveryNamed', { number })} onClick={() => actions.undoOne(row)} />
      )
    if (row.status !== 'transit') return null
    return (
      <Group gap={4} justify="flex-end">
        <RowButton label={t('shipments.offload')} named={t('shipments.offloadNamed', { number })} onClick={() => setTakenOff(row)} />
        {isToCollect(row) ? (
          <RowButton label={t('collection.handOut')} named={t('collection.handOutTitle', { number })} onClick={() => setHandedOut(row)} />
        ) : (
          row.hold_instruction === 'release' && (
            <RowButton
              label={t('shipments.deliverOne')}
              named={t('shipments.deliverOneNamed', { number })}
              onClick={() => actions.deliverOne(row)}
            />
          )
        )}
      </Group>
    )
  }
  const handling = actionsColumn<OpsPackage>(button)
  const text = status !== 'open' ? {} : { text: t(mayHandle ? 'shipments.noPackagesOpen' : 'shipments.noPackagesSupport') }
  return (
    <>
      {handedOut && <HandOutDialog parcel={handedOut} onClose={() => setHandedOut(null)} />}
      {takenOff && <OffloadDialog shipment={shipment} parcel={takenOff} onDone={show} onClose={() => setTakenOff(null)} />}
      <DataTable<OpsPackage>
        path={`${SHIPMENTS}/${shipment.shipment_id}/packages`}
        columns={mayHandle ? [...COLUMNS, handling] : COLUMNS}
        rowKey={(row) => row.parcel_id}
        rowName={(row) => row.parcel_number}
        href={(row) => `/packages/${row.parcel_id}`}
        csvName={`shipment-${shipment.number}`}
        filters={<Title order={2}>{t('packages.title')}</Title>}
        empty={<Empty icon="box" title={t('shipments.noPackages')} {...text} />}
      />
    </>
  )
}
