// Actions on the selected packages: hold, release, attach to an open shipment, print labels. Refused packages are listed.

import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api, fieldError, PACKAGES, SHIPMENTS } from '../../api.ts'
import { FormDialog, typed } from '../../components/form.tsx'
import { RecordSelect } from '../../components/lists/record-select.tsx'
import { NextStep } from '../../components/next-step.tsx'
import { PartsDone } from '../../components/parts-done.tsx'
import { notifyDone, useRefresh } from '../../components/queries.ts'
import { shipmentOption } from '../../components/records/options.tsx'
import type { PaperFile } from '../../components/text.tsx'
import { Hint, PageLink } from '../../components/text.tsx'
import { readable } from '../../format.ts'
import { useScope } from '../../scope.tsx'
import { t } from '../../strings.ts'
import type { HeldPackages, OpsPackage, ScannedPackages } from '../../wire.ts'

/** Packages per batch: few enough that the progress is visible. */
const AT_ONCE = 100

export type Outcome = { id: string; number: string; refusal: string | null; code?: string | undefined }

const inBatches = <T,>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, batch) => all.slice(batch * AT_ONCE, (batch + 1) * AT_ONCE))

export const OutcomesDialog = ({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) => {
  const refused = outcomes.filter(({ refusal }) => refusal !== null)
  return (
    <Modal opened onClose={onClose} title={t('packages.outcomeTitle', { failed: refused.length, count: outcomes.length })}>
      <Stack>
        <Hint>{t('packages.outcomeLead')}</Hint>
        <ul className="happenings">
          {refused.map(({ id, number, refusal, code }) => (
            <li key={id}>
              <PageLink href={`/packages/${id}`}>{number}</PageLink>
              <Text size="sm">{refusal}</Text>
              {code !== undefined && <NextStep code={code} text={number} />}
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('shell.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type BulkHoldProps = {
  action: 'hold' | 'release'
  parcels: readonly OpsPackage[]
  onClose: () => void
  onSettled: (outcomes: Outcome[]) => void
}

export const BulkHold = ({ action, parcels, onClose, onSettled }: BulkHoldProps) => {
  const refresh = useRefresh()
  const [reason, setReason] = useState('')
  const [done, setDone] = useState(0)
  const numbers = new Map(parcels.map(({ parcel_id: id, parcel_number: number }) => [id, number]))
  const submit = async () => {
    const settled: Outcome[] = []
    for (const batch of inBatches([...numbers.keys()])) {
      const { outcomes } = await api.send<HeldPackages>('POST', `${PACKAGES}/holds`, { package_ids: batch, action, body: reason })
      for (const { parcel_id: id, outcome, message } of outcomes)
        settled.push({ id, number: numbers.get(id) ?? id, refusal: outcome === 'done' ? null : readable(message ?? outcome) })
      setDone(settled.length)
    }
    await refresh()
    const count = settled.filter(({ refusal }) => refusal === null).length
    if (count > 0) notifyDone(t(action === 'hold' ? 'packages.held' : 'packages.released', { count }))
    onSettled(settled)
  }
  const isHold = action === 'hold'
  return (
    <FormDialog
      title={t(isHold ? 'packages.holdTitle' : 'packages.releaseTitle', { count: parcels.length })}
      submitLabel={t(isHold ? 'packages.bulkHold' : 'packages.bulkRelease')}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Textarea
            label={t('records.reason')}
            description={t('packages.reasonHint')}
            {...typed(reason, setReason, errorOf('body'))}
            autosize
            minRows={2}
            data-autofocus
          />
          {done > 0 && <PartsDone done={done} total={numbers.size} />}
        </>
      )}
    </FormDialog>
  )
}

type BulkAttachProps = { parcels: readonly OpsPackage[]; onClose: () => void; onSettled: (outcomes: Outcome[]) => void }

export const BulkAttach = ({ parcels, onClose, onSettled }: BulkAttachProps) => {
  const refresh = useRefresh()
  const { mode } = useScope()
  const [shipmentId, setShipmentId] = useState('')
  const [done, setDone] = useState(0)
  const ids = new Map(parcels.map(({ parcel_id: id, parcel_number: number }) => [number, id]))
  const submit = async () => {
    if (shipmentId === '') throw fieldError('shipment_id', t('packages.pickShipment'))
    const settled: Outcome[] = []
    let shipment = ''
    for (const codes of inBatches([...ids.keys()])) {
      const answer = await api.send<ScannedPackages>('POST', `${SHIPMENTS}/${shipmentId}/attach`, { codes })
      shipment = answer.shipment.number
      for (const { scanned, refusal } of answer.outcomes)
        settled.push({
          id: ids.get(scanned) ?? scanned,
          number: scanned,
          refusal: refusal ? readable(refusal.message) : null,
          code: refusal?.code,
        })
      setDone(settled.length)
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
        <>
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
          {done > 0 && <PartsDone done={done} total={ids.size} />}
        </>
      )}
    </FormDialog>
  )
}

const LABELS_PER_FILE_MAX = 100

const filesOf = (parcels: readonly OpsPackage[]): OpsPackage[][] => {
  const files: OpsPackage[][] = []
  let labels = Number.POSITIVE_INFINITY
  for (const parcel of parcels) {
    const pieces = Math.min(parcel.quantity ?? 1, LABELS_PER_FILE_MAX)
    if (labels + pieces > LABELS_PER_FILE_MAX) {
      files.push([])
      labels = 0
    }
    files.at(-1)!.push(parcel)
    labels += pieces
  }
  return files
}

const addressOf = (parcels: readonly OpsPackage[]): string =>
  `${PACKAGES}/labels.pdf?ids=${parcels.map(({ parcel_id: id }) => id).join(',')}`

export const labelFiles = (parcels: readonly OpsPackage[]): PaperFile[] =>
  filesOf(parcels).map((file, index, files) => ({
    href: addressOf(file),
    name: t('packages.labelFile', { file: index + 1, files: files.length, count: file.length }),
  }))
