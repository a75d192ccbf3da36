// Attaches the selected packages to an open shipment and lists refusals.

import { useState } from 'react'
import { api, fieldError, SHIPMENTS } from '../../api.ts'
import { FormDialog } from '../../components/form.tsx'
import { RecordSelect } from '../../components/lists/record-select.tsx'
import { notifyDone, useRefresh } from '../../components/queries.ts'
import { shipmentOption } from '../../components/records/options.tsx'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { OpsPackage, ScannedPackages } from '../../wire.ts'
import type { Outcome } from './outcomes.tsx'
import { inBatches } from './outcomes.tsx'

type BulkAttachProps = { parcels: readonly OpsPackage[]; onClose: () => void; onSettled: (outcomes: Outcome[]) => void }

export const BulkAttach = ({ parcels, onClose, onSettled }: BulkAttachProps) => {
  const refresh = useRefresh()
  const { mode } = useScope()
  const [shipmentId, setShipmentId] = useState('')
  const ids = new Map(parcels.map(({ parcel_id: id, parcel_number: number }) => [number, id]))
  const submit = async () => {
    if (shipmentId === '') throw fieldError('shipment_id', t('packages.pickShipment'))
    const settled: Outcome[] = []
    let shipment = ''
    for (const codes of inBatches([...ids.keys()])) {
      const answer = await api.send<ScannedPackages>('POST', `${SHIPMENTS}/${shipmentId}/attach`, { codes })
      shipment = answer.shipment.number
      for (const { scanned, refusal } of answer.outcomes)
        settled.push({ id: ids.get(scanned) ?? scanned, number: scanned, refusal: refusal?.message ?? null })
    }
    await refresh()
    const count = settled.filter(({ refusal }) => refusal === null).length
    if (count > 0) notifyDone(t('packages.attached', { count, shipment }))
    onSettled(settled)
  }
  return (
    <FormDialog
      title={t('packages.attachTitle', { count: parcels.length })}
      submitLabel={t('packages.attach')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errorOf) => (
        <RecordSelect
          label={t('packages.newShipment')}
          description={t('packages.openShipmentHint')}
          error={errorOf('shipment_id')}
          path={SHIPMENTS}
          params={{ mode, status: 'open' }}
          optionOf={shipmentOption}
          value={shipmentId}
          onPick={setShipmentId}
        />
      )}
    </FormDialog>
  )
}
