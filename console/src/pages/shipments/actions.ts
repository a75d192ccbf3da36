// The actions on a shipment. Most of them ask for confirmation first.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Problem } from '../../api.ts'
import { ApiError, api, PACKAGES, SHIPMENTS } from '../../api.ts'
import { useConfirm } from '../../components/dialogs.tsx'
import { notifyDone, notifyError } from '../../components/queries.ts'
import { formatNumber } from '../../format.ts'
import { serverMessage, t } from '../../strings.ts'
import type { OpsPackage, ScannedPackages, Shipment } from '../../wire.ts'
import type { ScanQueue } from './scan-queue.ts'

type Step = 'arrive' | 'cancel' | 'undo_departure' | 'undo_arrival' | 'undo_delivery'
type Named = { parcel_number: string }[]
type Delivered = Shipment & Record<'on_hold' | 'unpaid' | 'to_collect', Named>
type Ready = Record<'ready' | 'on_hold', Named>
const isBlockedByPaymentOnly = (parcel: OpsPackage): boolean =>
  parcel.hold_instruction === 'release' &&
  (parcel.loaded_at_supplier || (parcel.status === 'warehouse' && parcel.pieces_complete && parcel.missing_for_price === null))

type Parcel = Pick<OpsPackage, 'parcel_id' | 'parcel_number'>

/** Puts a changed shipment into the cache and refetches the lists that contain it. */
export const useUpdateShipment = () => {
  const client = useQueryClient()
  return async (shipment: Shipment): Promise<void> => {
    for (const name of [shipment.shipment_id, shipment.number]) client.setQueryData([SHIPMENTS, name], shipment)
    await client.invalidateQueries({ queryKey: [`${SHIPMENTS}/${shipment.shipment_id}/packages`] })
    await client.invalidateQueries({ queryKey: [SHIPMENTS, shipment.shipment_id, 'owed'] })
    await client.invalidateQueries({
      predicate: ({ queryKey: [path, place] }) => (path === SHIPMENTS && typeof place !== 'string') || path === '/ops/v1/overview',
    })
  }
}

export const useShipmentActions = (shipment: Shipment, queue: ScanQueue) => {
  const show = useUpdateShipment()
  const confirm = useConfirm()
  const [blockers, setBlockers] = useState<readonly Problem[] | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { shipment_id: id, number, contents } = shipment
  const path = `${SHIPMENTS}/${id}`
  const left = contents.packages - contents.delivered

  const refresh = async () => show(await api.get<Shipment>(path))
  const during = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    await work().catch(notifyError)
    setIsBusy(false)
  }
  const take = (step: Step, message: string) =>
    during(async () => {
      await show(await api.send<Shipment>('POST', `${path}/${step}`))
      setBlockers(null)
      notifyDone(message)
    })
  const unblock = (parcelNumber: string) => setBlockers((before) => before?.filter(({ field }) => field !== parcelNumber) ?? null)

  /**
   * Delivers the packages of the shipment, except those on hold, unpaid, or to be collected with a code. The message lists the exceptions.
   */
  const handOut = () =>
    during(async () => {
      const { on_hold: held, unpaid, to_collect: waiting, ...delivered } = await api.send<Delivered>('POST', `${path}/deliver`)
      await show(delivered)
      const left = [...held, ...unpaid, ...waiting]
      const numbers = left.map(({ parcel_number }) => parcel_number).join(', ')
      notifyDone(left.length === 0 ? t('shipments.deliverDone', { number }) : t('shipments.deliverHeld', { numbers }))
    })

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
    arrive: async () => {
      const text = t('shipments.arriveText', { packages: left })
      const question = { title: t('shipments.arriveTitle', { number }), text, action: t('shipments.arrive') }
      if (await confirm(question)) await take('arrive', t('shipments.arriveDone', { number }))
    },
    deliver: async () => {
      const text = t('shipments.deliverText', { packages: left })
      const question = { title: t('shipments.deliverTitle', { number }), text, action: t('shipments.deliver') }
      if (await confirm(question)) await handOut()
    },
    makeReady: async () => {
      const question = { title: t('collection.allReadyTitle', { number }), text: t('collection.allReadyText') }
      if (!(await confirm({ ...question, action: t('collection.allReady') }))) return
      await during(async () => {
        const { ready, on_hold: held } = await api.send<Ready>('POST', `${path}/ready`)
        const numbers = held.map(({ parcel_number }) => parcel_number).join(', ')
        const count = ready.length
        notifyDone(held.length === 0 ? t('collection.allReadyDone', { count }) : t('collection.allReadyHeld', { count, numbers }))
        await refresh()
      })
    },
    undoDeparture: async () => {
      const hasLoaded = shipment.containers.some(({ parcel }) => parcel !== null)
      const undone = t('shipments.undoDepartureText', { packages: contents.packages })
      const text = hasLoaded ? `${undone} ${t('shipments.undoDepartureSupplier')}` : undone
      const question = { title: t('shipments.undoDepartureTitle', { number }), text, action: t('shipments.undoDeparture') }
      if (await confirm(question)) await take('undo_departure', t('shipments.departureUndone', { number }))
    },
    undoArrival: async () => {
      const question = { title: t('shipments.undoArrivalTitle', { number }), text: t('shipments.undoArrivalText') }
      if (await confirm({ ...question, action: t('shipments.undoArrival') }))
        await take('undo_arrival', t('shipments.arrivalUndone', { number }))
    },
    undoDelivery: async () => {
      const question = { title: t('shipments.undoDeliveryTitle', { number }), text: t('shipments.undoDeliveryText') }
      if (await confirm({ ...question, action: t('shipments.undoDelivery') }))
        await take('undo_delivery', t('shipments.deliveryUndone', { number }))
    },
    cancel: async () => {
      const question = { title: t('shipments.cancelTitle', { number }), text: t('shipments.cancelText'), action: t('shipments.cancel') }
      if (await confirm({ ...question, danger: true })) await take('cancel', t('shipments.cancelDone', { number }))
    },
    detach: (parcel: Parcel) =>
      during(async () => {
        const answer = await api.send<ScannedPackages>('POST', `${path}/detach`, { package_id: parcel.parcel_id })
        queue.note(
          'detached',
          parcel.parcel_number,
          serverMessage('detached', parcel.parcel_number, answer.outcomes[0]!.message),
          parcel.parcel_id,
        )
        unblock(parcel.parcel_number)
        await show(answer.shipment)
      }),
    release: (parcel: Parcel) =>
      during(async () => {
        await api.send('POST', `${PACKAGES}/${parcel.parcel_id}/notices`, {
          action: 'release',
          body: t('shipments.releasedNote', { number }),
        })
        unblock(parcel.parcel_number)
        notifyDone(t('shipments.released', { number: parcel.parcel_number }))
        await refresh()
      }),
    /**
     * Call this after an admin has released an unpaid package. If only the payment was missing, the package is removed from the blockers.
     */
    onReleasedUnpaid: (parcel: Parcel) =>
      during(async () => {
        if (isBlockedByPaymentOnly(await api.get<OpsPackage>(`${PACKAGES}/${parcel.parcel_id}`))) unblock(parcel.parcel_number)
      }),
    deliverOne: async ({ parcel_id: parcelId, parcel_number: number, customer }: OpsPackage) => {
      const text = t('shipments.deliverOneText', { customer: customer.name })
      if (!(await confirm({ title: t('shipments.deliverOneTitle', { number }), text, action: t('shipments.deliverOne') }))) return
      await during(async () => {
        await api.send('POST', `${PACKAGES}/${parcelId}/deliver`)
        notifyDone(t('shipments.deliveredOne', { number }))
        await refresh()
      })
    },
    undoOne: async ({ parcel_id: parcelId, parcel_number: number }: Parcel) => {
      const question = { title: t('packages.undoDeliveryTitle', { number }), text: t('packages.undoDeliveryText') }
      if (!(await confirm({ ...question, action: t('packages.undoDelivery') }))) return
      await during(async () => {
        await api.send('POST', `${PACKAGES}/${parcelId}/undo_delivery`)
        notifyDone(t('packages.deliveryUndone', { number }))
        await refresh()
      })
    },
  }
}

export type ShipmentActions = ReturnType<typeof useShipmentActions>
