// The actions on one package: print, copy tracking link, add extra, hold, release, cancel, set destination or place, close despite missing pieces.

import { Button, Group, Menu, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, PACKAGES } from '../../api.ts'
import { CopyTextButton, PlainButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { SaveDialog, typed } from '../../components/form.tsx'
import { Icon } from '../../components/icons.tsx'
import { useSave } from '../../components/queries.ts'
import { Hint, PaperLink } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { OpsPackage, PackageDetail } from '../../wire.ts'
import { AddExtraButton } from '../billing/add-extra.tsx'
import { RepackButtons } from '../receiving/repack/repack-buttons.tsx'
import { DisposeDialog, isKept } from './disposition.tsx'
import { HandOutDialog, isToCollect } from './hand-out.tsx'

type PackageAction = {
  title: string
  submit: string
  hint: string
  /** Name of the request field that carries the typed text. */
  field: 'body' | 'comment' | 'reason' | 'country' | 'place'
  label: string
  path: string
  body?: object
  done: string
}
type ActionName = 'hold' | 'release' | 'cancel' | 'destination' | 'place' | 'closeShort'
/** Menu actions that do not ask for any text. */
type PlainAction = 'notReady'

const actionsFor = ({ parcel_number: number, pieces_arrived: arrived, quantity = 1 }: OpsPackage): Record<ActionName, PackageAction> => ({
  hold: {
    title: t('packages.holdOne', { number }),
    submit: t('packages.bulkHold'),
    hint: t('packages.reasonHint'),
    field: 'body',
    label: t('records.reason'),
    path: 'notices',
    body: { action: 'hold' },
    done: t('packages.held', { count: number }),
  },
  release: {
    title: t('packages.releaseOne', { number }),
    submit: t('packages.bulkRelease'),
    hint: t('packages.reasonHint'),
    field: 'body',
    label: t('records.reason'),
    path: 'notices',
    body: { action: 'release' },
    done: t('packages.released', { count: number }),
  },
  cancel: {
    title: t('packages.cancelTitle', { number }),
    submit: t('packages.cancel'),
    hint: t('packages.cancelHint'),
    field: 'comment',
    label: t('records.comment'),
    path: 'cancel',
    done: t('packages.isCancelled', { number }),
  },
  destination: {
    title: t('packages.setDestination'),
    submit: t('packages.setDestination'),
    hint: t('packages.destinationHint'),
    field: 'country',
    label: t('records.country'),
    path: 'destination',
    done: t('packages.destinationSet'),
  },
  place: {
    title: t('packages.putTitle', { number }),
    submit: t('packages.put'),
    hint: t('packages.putHint'),
    field: 'place',
    label: t('places.one'),
    path: 'place',
    done: t('packages.putDone', { number }),
  },
  closeShort: {
    title: t('packages.closeShortTitle', { number }),
    submit: t('packages.closeShort'),
    hint: t('packages.closeShortHint', { arrived: arrived ?? 0, quantity }),
    field: 'reason',
    label: t('records.reason'),
    path: 'close_short',
    done: t('packages.closedShort', { number, arrived: arrived ?? 0 }),
  },
})

const ActionDialog = ({ parcelId, action, onClose }: { parcelId: string; action: PackageAction; onClose: () => void }) => {
  const [text, setText] = useState('')
  const submit = async () => {
    const value = action.field === 'place' && text.trim() === '' ? null : text
    await api.send('POST', `${PACKAGES}/${parcelId}/${action.path}`, { ...action.body, [action.field]: value })
    return action.done
  }
  const Input = action.field === 'country' || action.field === 'place' ? TextInput : Textarea
  return (
    <SaveDialog title={action.title} submitLabel={action.submit} onSubmit={submit} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{action.hint}</Hint>
          <Input label={action.label} {...typed(text, setText, errorOf(action.field))} data-autofocus />
        </>
      )}
    </SaveDialog>
  )
}

export const isHoldable = (parcel: OpsPackage): boolean =>
  parcel.status !== 'delivered' && (parcel.status !== 'cancelled' || isKept(parcel))

const PackageActions = ({ parcel }: { parcel: PackageDetail }) => {
  const [doing, setDoing] = useState<ActionName | null>(null)
  const save = useSave()
  const confirm = useConfirm()
  const { status, shipment_id: shipmentId, pieces_arrived: arrived } = parcel
  const undoDelivery = async () => {
    const number = parcel.parcel_number
    const question = { title: t('packages.undoDeliveryTitle', { number }), text: t('packages.undoDeliveryText') }
    if (!(await confirm({ ...question, action: t('packages.undoDelivery') }))) return
    await save(api.send('POST', `${PACKAGES}/${parcel.parcel_id}/undo_delivery`), t('packages.deliveryUndone', { number }))
  }
  const [isHandingOut, setHandingOut] = useState(false)
  const [isDisposing, setDisposing] = useState(false)
  const collect = async (step: 'ready' | 'not_ready', question: { title: string; text: string; action: string }, done: string) => {
    if (await confirm(question)) await save(api.send('POST', `${PACKAGES}/${parcel.parcel_id}/${step}`), done)
  }
  const markReady = () => {
    const number = parcel.parcel_number
    const question = { title: t('collection.readyTitle', { number }), text: t('collection.readyText'), action: t('collection.ready') }
    return collect('ready', question, t('collection.readyDone', { number }))
  }
  const markNotReady = () => {
    const number = parcel.parcel_number
    const question = {
      title: t('collection.notReadyTitle', { number }),
      text: t('collection.notReadyText'),
      action: t('collection.notReady'),
    }
    return collect('not_ready', question, t('collection.notReadyDone', { number }))
  }
  const isWaiting = isToCollect(parcel)
  const mayBeReady = status === 'transit' && parcel.hold_instruction === 'release' && !parcel.carrier_tracked && parcel.has_arrived
  const holding = parcel.hold_instruction === 'hold' ? 'release' : 'hold'
  const moreActions: [ActionName | PlainAction, string, boolean][] = [
    ['notReady', t('collection.notReady'), isWaiting],
    ['destination', t('packages.setDestination'), !parcel.destination_locked && status !== 'cancelled'],
    ['place', t('packages.put'), status === 'warehouse' || isKept(parcel)],
    ['closeShort', t('packages.closeShort'), arrived !== null && !parcel.pieces_complete && status === 'warehouse'],
    ['cancel', t('packages.cancel'), shipmentId === null && (status === 'booked' || status === 'warehouse')],
  ]
  const offered = moreActions.filter(([, , isPossible]) => isPossible)
  return (
    <>
      {doing && <ActionDialog parcelId={parcel.parcel_id} action={actionsFor(parcel)[doing]} onClose={() => setDoing(null)} />}
      {isHandingOut && <HandOutDialog parcel={parcel} onClose={() => setHandingOut(false)} />}
      {isDisposing && <DisposeDialog parcel={parcel} onClose={() => setDisposing(false)} />}
      {isKept(parcel) && <Button onClick={() => setDisposing(true)}>{t('disposition.dispose')}</Button>}
      {isWaiting && <Button onClick={() => setHandingOut(true)}>{t('collection.handOut')}</Button>}
      {mayBeReady && !isWaiting && <Button onClick={markReady}>{t('collection.ready')}</Button>}
      {parcel.delivery_undoable && <PlainButton label={t('packages.undoDelivery')} onClick={undoDelivery} />}
      {isHoldable(parcel) && (
        <Button variant={holding === 'hold' ? 'default' : 'filled'} onClick={() => setDoing(holding)}>
          {t(holding === 'hold' ? 'packages.bulkHold' : 'packages.bulkRelease')}
        </Button>
      )}
      {offered.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<Icon name="more" sizePx={16} />}>
              {t('packages.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map(([name, label]) => (
              <Menu.Item
                key={name}
                {...(name === 'cancel' ? { c: 'var(--mantine-color-error)' } : {})}
                onClick={() => (name === 'notReady' ? markNotReady() : setDoing(name))}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

export const ActionBar = ({ parcel }: { parcel: PackageDetail }) => {
  const mayHandle = useMayHandle()
  return (
    <Group className="panel action-bar no-print" gap="xs">
      <PaperLink href={`${PACKAGES}/${parcel.parcel_id}/label.pdf`} label={t('packages.printLabel')} />
      <CopyTextButton value={`${window.location.origin}/track/${parcel.parcel_number}`} label={t('packages.copyTracking')} />
      {mayHandle && (
        <AddExtraButton
          subject={{ kind: 'package', id: parcel.parcel_id, name: parcel.parcel_number, direction: parcel.trade_direction }}
        />
      )}
      {mayHandle && <RepackButtons parcel={parcel} />}
      {mayHandle && <PackageActions parcel={parcel} />}
    </Group>
  )
}
