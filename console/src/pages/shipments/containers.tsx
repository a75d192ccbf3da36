// The containers of a shipment by sea: add and remove containers, seal them, and break their seals.

import { Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, SHIPMENTS } from '../../api.ts'
import { PlainButton, RowButton } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/dialogs.tsx'
import { SaveDialog, typed } from '../../components/form.tsx'
import { Panel } from '../../components/page.tsx'
import { notifyDone, notifyError } from '../../components/queries.ts'
import { Hint, PageLink } from '../../components/text.tsx'
import { useMayHandle } from '../../session.tsx'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Shipment } from '../../wire.ts'

const SIZES = ["20'", "40'", "40' HC", "20' REEF", "40' REEF", 'Ro-Ro']

type Container = Shipment['containers'][number]
type ContainersProps = { shipment: Shipment; onChanged: (shipment: Shipment) => Promise<void> }

const AddContainer = ({ shipment, onChanged, onClose }: ContainersProps & { onClose: () => void }) => {
  const [number, setNumber] = useState('')
  const [size, setSize] = useState<string | null>(null)
  const add = async () => {
    const path = `${SHIPMENTS}/${shipment.shipment_id}/containers`
    await onChanged(await api.send<Shipment>('POST', path, { number, ...(size === null ? {} : { size }) }))
    return t('shipments.containerAdded', { number: number.trim().toUpperCase() })
  }
  return (
    <SaveDialog title={t('shipments.addContainer')} submitLabel={t('voyages.add')} onSubmit={add} onClose={onClose}>
      {(errorOf) => (
        <>
          <TextInput
            label={t('shipments.container')}
            description={t('shipments.containerHint')}
            {...typed(number, setNumber, errorOf('number'))}
            data-autofocus
          />
          <Select label={t('shipments.containerSize')} data={SIZES} value={size} onChange={setSize} error={errorOf('size')} clearable />
        </>
      )}
    </SaveDialog>
  )
}

const FixSeal = ({ shipment, container, onChanged, onClose }: ContainersProps & { container: Container; onClose: () => void }) => {
  const [number, setNumber] = useState('')
  const fix = async () => {
    const path = `${SHIPMENTS}/${shipment.shipment_id}/seals`
    await onChanged(await api.send<Shipment>('POST', path, { container: container.number, number }))
    return t('shipments.sealFixed', { number: number.trim().toUpperCase() })
  }
  const title = t('shipments.fixSealTitle', { number: container.number })
  return (
    <SaveDialog title={title} submitLabel={t('shipments.fixSeal')} onSubmit={fix} onClose={onClose}>
      {(errorOf) => <TextInput label={t('shipments.sealNumber')} {...typed(number, setNumber, errorOf('number'))} data-autofocus />}
    </SaveDialog>
  )
}

export const Containers = ({ shipment, onChanged }: ContainersProps) => {
  const mayHandle = useMayHandle() && shipment.status !== 'cancelled'
  const confirm = useConfirm()
  const [open, setOpen] = useState<'add' | Container | null>(null)
  const { containers } = shipment
  const send = async (path: string, body: object, done: string) => {
    try {
      await onChanged(await api.send<Shipment>('POST', `${SHIPMENTS}/${shipment.shipment_id}/${path}`, body))
      notifyDone(done)
    } catch (error) {
      notifyError(error)
    }
  }
  const remove = async ({ number }: Container) => {
    const question = { title: t('shipments.removeContainerTitle', { number }), text: t('shipments.removeContainerText') }
    if (await confirm({ ...question, action: t('shipments.removeContainer') }))
      await send('containers/remove', { number }, t('shipments.containerRemoved', { number }))
  }
  const breakSeal = async (container: string, number: string) => {
    const question = { title: t('shipments.breakSealTitle', { number }), text: t('shipments.breakSealText') }
    if (await confirm({ ...question, action: t('shipments.breakSeal') }))
      await send('seals/break', { container, number }, t('shipments.sealBroken', { number }))
  }
  const close = () => setOpen(null)
  return (
    <Panel title={t('shipments.containers')}>
      {open === 'add' && <AddContainer shipment={shipment} onChanged={onChanged} onClose={close} />}
      {open !== null && open !== 'add' && <FixSeal shipment={shipment} container={open} onChanged={onChanged} onClose={close} />}
      {containers.length === 0 && <Hint>{t('shipments.noContainers')}</Hint>}
      <ul className="containers">
        {containers.map((container) => (
          <li key={container.number}>
            <Group justify="space-between" gap="xs">
              <span>
                <strong>{container.number}</strong> {container.size}
                {container.parcel && (
                  <Hint>
                    <PageLink href={`/packages/${container.parcel.parcel_id}`}>
                      {t('shipments.containerOf', { number: container.parcel.parcel_number })}
                    </PageLink>
                  </Hint>
                )}
                {container.vin_check_digit === false && <Hint>{t('shipments.vinDoubtful')}</Hint>}
              </span>
              {mayHandle && (
                <Group gap={4}>
                  {container.vin_check_digit === null && (
                    <RowButton
                      label={t('shipments.fixSeal')}
                      named={t('shipments.fixSealNamed', { number: container.number })}
                      onClick={() => setOpen(container)}
                    />
                  )}
                  {container.seals.length === 0 && container.parcel === null && (
                    <RowButton
                      label={t('shipments.removeContainer')}
                      named={t('shipments.removeContainerNamed', { number: container.number })}
                      onClick={() => remove(container)}
                    />
                  )}
                </Group>
              )}
            </Group>
            {container.seals.map((seal) => (
              <Group key={seal.number} justify="space-between" gap="xs">
                <Hint size="sm">
                  {t('shipments.seal', { number: seal.number })} · <Moment at={seal.fixed_at} />
                  {seal.broken_at !== null && (
                    <>
                      {' '}
                      · {t('shipments.broken')} <Moment at={seal.broken_at} />
                    </>
                  )}
                </Hint>
                {mayHandle && seal.broken_at === null && (
                  <RowButton
                    label={t('shipments.breakSeal')}
                    named={t('shipments.breakSealNamed', { number: seal.number })}
                    onClick={() => breakSeal(container.number, seal.number)}
                  />
                )}
              </Group>
            ))}
          </li>
        ))}
      </ul>
      {mayHandle && <PlainButton label={t('shipments.addContainer')} size="xs" onClick={() => setOpen('add')} />}
    </Panel>
  )
}
