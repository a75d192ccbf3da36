// The dialog for a package that a departed shipment left behind. Staff give a reason and may choose another shipment for the package.

import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { api, SHIPMENTS } from '../../api.ts'
import { SaveDialog, typed } from '../../components/form.tsx'
import { RecordSelect } from '../../components/lists/record-select.tsx'
import { Hint } from '../../components/text.tsx'
import { readable } from '../../format.ts'
import { serverMessage, t } from '../../strings.ts'
import type { OffloadedPackages, OpsPackage, Shipment } from '../../wire.ts'
import { countryOrNone } from './shipment-text.tsx'

type OffloadDialogProps = { shipment: Shipment; parcel: OpsPackage; onDone: (shipment: Shipment) => Promise<void>; onClose: () => void }

export const OffloadDialog = ({ shipment, parcel, onDone, onClose }: OffloadDialogProps) => {
  const [reason, setReason] = useState('')
  const [to, setTo] = useState('')
  const { parcel_number: number, loaded_at_supplier: isLoaded } = parcel
  const takeOff = async () => {
    const body = { package_id: parcel.parcel_id, reason, ...(to === '' ? {} : { to }) }
    const answer = await api.send<OffloadedPackages>('POST', `${SHIPMENTS}/${shipment.shipment_id}/offload`, body)
    await onDone(answer.shipment)
    if (answer.to === null) return t(isLoaded ? 'shipments.offloadedSupplier' : 'shipments.offloaded', { number })
    const warnings = answer.warnings.map(({ code, message }) => ` ${serverMessage(code, '', readable(message))}`).join('')
    return t('shipments.rolledOver', { number, to: answer.to.number }) + warnings
  }
  return (
    <SaveDialog title={t('shipments.offloadTitle', { number })} submitLabel={t('shipments.offload')} onSubmit={takeOff} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{t(isLoaded ? 'shipments.offloadHintSupplier' : 'shipments.offloadHint')}</Hint>
          <Textarea
            label={t('shipments.offloadReason')}
            {...typed(reason, setReason, errorOf('reason'))}
            autosize
            minRows={2}
            data-autofocus
          />
          <RecordSelect<Shipment>
            label={t('shipments.rollOver')}
            description={t('shipments.rollOverHint')}
            path={SHIPMENTS}
            params={{ mode: shipment.mode, transport_mode: shipment.transport_mode, status: 'open' }}
            optionOf={({ shipment_id: value, number: name, conveyance, destination_country: country }) => ({
              value,
              label: [name, conveyance, countryOrNone(country)].filter(Boolean).join(', '),
            })}
            error={errorOf('to')}
            value={to}
            onPick={setTo}
          />
        </>
      )}
    </SaveDialog>
  )
}
