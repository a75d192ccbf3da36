// Attaches a package that was loaded into containers at the supplier. The dialog asks for the number and seal of each container.

import { Group, TextInput } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { api, SHIPMENTS } from '../../api.ts'
import { PlainButton } from '../../components/buttons.tsx'
import { SaveDialog, typed } from '../../components/form.tsx'
import { Hint } from '../../components/text.tsx'
import { readable } from '../../format.ts'
import { serverMessage, t } from '../../strings.ts'
import type { ScannedPackages, Shipment } from '../../wire.ts'
import type { Scan, ScanQueue } from './scan-queue.ts'

type LoadProps = { shipment: Shipment; queue: ScanQueue; onChanged: (shipment: Shipment) => Promise<void> }

type Row = { number: string; seal: string }

/** The maximum number of containers of a shipment. */
const ROWS_MAX = 100

const LoadDialog = ({ shipment, scan, queue, onChanged, onClose }: LoadProps & { scan: Scan; onClose: () => void }) => {
  const { code, parcelId, containersNeeded } = scan
  const [rows, setRows] = useState<Row[]>(() =>
    Array.from({ length: Math.min(containersNeeded!, ROWS_MAX) }, () => ({ number: '', seal: '' })),
  )
  const change = (place: number, part: Partial<Row>) => setRows(rows.map((row, index) => (index === place ? { ...row, ...part } : row)))
  const labelOf = (label: string, index: number): string => (rows.length === 1 ? label : `${label} ${index + 1}`)
  const load = async () => {
    const containers = rows.map(({ number, seal }) => ({ number, ...(seal.trim() === '' ? {} : { seal }) }))
    const body = { package_id: parcelId, containers }
    const answer = await api.send<ScannedPackages>('POST', `${SHIPMENTS}/${shipment.shipment_id}/attach`, body)
    const [attached] = answer.outcomes
    queue.note('attached', code, serverMessage('attached', attached!.parcel_number ?? code, readable(attached!.message)), parcelId!)
    await onChanged(answer.shipment)
    return t('shipments.loadDone', { number: code })
  }
  return (
    <SaveDialog
      title={t('shipments.loadTitle', { number: code })}
      submitLabel={t('shipments.loadSubmit')}
      onSubmit={load}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Hint>{t('shipments.loadHint')}</Hint>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their order and number.
            <Group key={index} grow align="flex-start">
              <TextInput
                label={labelOf(t('shipments.container'), index)}
                {...typed(row.number, (number) => change(index, { number }), errorOf(`containers[${index}].number`))}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
              />
              <TextInput
                label={labelOf(t('shipments.sealNumber'), index)}
                {...typed(row.seal, (seal) => change(index, { seal }), errorOf(`containers[${index}].seal`))}
              />
            </Group>
          ))}
        </>
      )}
    </SaveDialog>
  )
}

/** Offers to attach the package that was scanned last, if it is a full container that may have been loaded at the supplier. */
export const LoadScanned = (props: LoadProps) => {
  const { queue } = props
  const [scan] = useSyncExternalStore(queue.subscribe, queue.state).scans
  const [opened, setOpened] = useState<Scan | null>(null)
  return (
    <>
      {opened && <LoadDialog {...props} scan={opened} onClose={() => setOpened(null)} />}
      {scan?.containersNeeded !== undefined && <PlainButton label={t('shipments.loadScanned')} onClick={() => setOpened(scan)} />}
    </>
  )
}
