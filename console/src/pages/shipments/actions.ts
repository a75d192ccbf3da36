// The actions on a shipment, with confirmation where they cannot be undone.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Problem } from '../../api.ts'
import { ApiError, api } from '../../api.ts'
import { useConfirm } from '../../components/confirm.tsx'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { SHIPMENTS } from '../../paths.ts'
import { t } from '../../strings.ts'
import type { OpsPackage, ScannedPackages, Shipment } from '../../wire.ts'
import type { ScanQueue } from './scan-queue.ts'
import { formatNumber } from './words.tsx'

type Step = 'depart' | 'arrive' | 'deliver' | 'cancel'
type Parcel = Pick<OpsPackage, 'parcel_id' | 'parcel_number'>

/** Shows a shipment as the server answered it, wherever it stands; lists of it are read again. */
export const useShow = () => {
  const client = useQueryClient()
  return async (shipment: Shipment): Promise<void> => {
    for (const name of [shipment.shipment_id, shipment.number]) client.setQueryData([SHIPMENTS, name], shipment)
    await client.invalidateQueries({ queryKey: [`${SHIPMENTS}/${shipment.shipment_id}/packages`] })
    await client.invalidateQueries({
      predicate: ({ queryKey: [path, place] }) => (path === SHIPMENTS && typeof place !== 'string') || path === '/ops/v1/overview',
    })
  }
}

export const useShipmentActions = (shipment: Shipment, queue: ScanQueue) => {
  const show = useShow()
  const confirm = useConfirm()
  const [blockers, setBlockers] = useState<readonly Problem[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { shipment_id: id, number, contents } = shipment
  const path = `${SHIPMENTS}/${id}`

  const refresh = async () => show(await api.get<Shipment>(path))
  const during = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    await work().catch(notifyError)
    setIsBusy(false)
  }
  const take = (step: Step, said: string) =>
    during(async () => {
      await show(await api.send<Shipment>('POST', `${path}/${step}`))
      setBlockers(null)
      notifyDone(said)
    })
  /** One thing less in the way. */
  const unblock = (parcelNumber: string) => setBlockers((before) => before?.filter(({ field }) => field !== parcelNumber) ?? null)

  const sendOff = () =>
    during(async () => {
      try {
        await show(await api.send<Shipment>('POST', `${path}/depart`))
        setBlockers(null)
        notifyDone(t('shipments.departDone', { number }))
      } catch (error) {
        if (!(error instanceof ApiError) || error.details.length === 0) throw error
        setBlockers(error.details)
        await refresh()
      }
    })

  return {
    blockers,
    isBusy,
    depart: async () => {
      const text = t('shipments.departText', { packages: contents.packages, weight: formatNumber(contents.weight) })
      if (await confirm({ title: t('shipments.departTitle', { number }), text, action: t('shipments.depart') })) await sendOff()
    },
    arrive: () => take('arrive', t('shipments.arriveDone', { number })),
    deliver: async () => {
      const question = { title: t('shipments.deliverTitle', { number }), text: t('shipments.deliverText'), action: t('shipments.deliver') }
      if (await confirm(question)) await take('deliver', t('shipments.deliverDone', { number }))
    },
    cancel: async () => {
      const question = { title: t('shipments.cancelTitle', { number }), text: t('shipments.cancelText'), action: t('shipments.cancel') }
      if (await confirm({ ...question, danger: true })) await take('cancel', t('shipments.cancelDone', { number }))
    },
    detach: (parcel: Parcel) =>
      during(async () => {
        const answer = await api.send<ScannedPackages>('POST', `${path}/detach`, { package_id: parcel.parcel_id })
        queue.note('detached', parcel.parcel_number, answer.outcomes[0]!.message, parcel.parcel_id)
        unblock(parcel.parcel_number)
        await show(answer.shipment)
      }),
    release: (parcel: Parcel) =>
      during(async () => {
        await api.send('POST', `/ops/v1/packages/${parcel.parcel_id}/notices`, {
          action: 'release',
          body: t('shipments.releasedNote', { number }),
        })
        unblock(parcel.parcel_number)
        notifyDone(t('shipments.released', { number: parcel.parcel_number }))
        await refresh()
      }),
    deliverOne: (parcel: Parcel) =>
      during(async () => {
        await api.send('POST', `/ops/v1/packages/${parcel.parcel_id}/deliver`)
        notifyDone(t('shipments.deliveredOne', { number: parcel.parcel_number }))
        await refresh()
      }),
  }
}

export type ShipmentActions = ReturnType<typeof useShipmentActions>
