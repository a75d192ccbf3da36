// Demo steps that create warehouse places, announced parcels, unpriced parcels, parcels without an owner, and a failing webhook endpoint.

import type { DemoAnnouncement } from '../../domain/demo/demo-arrivals.ts'
import { DEMO_ANNOUNCEMENTS, DEMO_ENDPOINT, DEMO_PLACES, DEMO_UNIDENTIFIED, DEMO_UNPRICED } from '../../domain/demo/demo-arrivals.ts'
import { placesBetween } from '../../domain/places/place-code.ts'
import type { Measured } from '../../domain/receiving/receipt.ts'
import { Problems } from '../../domain/values/errors.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as customers from '../../store/customers/customers.ts'
import type { Deps } from '../deps.ts'
import { createWebhookEndpoint } from '../events/change-webhook-endpoint.ts'
import { announceParcel, cancelInbound } from '../inbound/announce-parcel.ts'
import { receiveInbound } from '../inbound/receive-inbound.ts'
import { createPlaces } from '../places/change-places.ts'
import { takeInUnidentified } from '../receiving/identify-parcel.ts'
import { receiveUnannounced } from '../receiving/receive-unannounced.ts'
import type { Month, Step } from './demo-steps.ts'

const RECEIVED_CARTON: Measured = { pieces: 1, weightKg: 9.6, dimensions: { lengthCm: 50, widthCm: 40, heightCm: 30 } }
const UNKNOWN_ROUTE = { originCountry: null, destinationCountry: null, transportMode: null }

const receiptOf = (measured: Measured, conditionNote: string | null = null) => ({
  measured,
  conditionNote,
  isLast: false,
  isConfirmed: false,
  route: UNKNOWN_ROUTE,
})

const step = (at: number, run: (deps: Deps) => Promise<unknown>): Step => ({ at, run: async (deps) => run(deps).then(() => []) })

/** Creates the demo places and returns their codes. Existing places stay as they are. */
export const makePlaces = async (deps: Deps, author: Author): Promise<string[]> => {
  const codes = placesBetween(DEMO_PLACES.from, DEMO_PLACES.to)
  await createPlaces(deps, author, 'test', codes)
  return codes
}

const announcing = ({ caller, now }: Month, wanted: DemoAnnouncement, customerId: string): Step => ({
  at: now - wanted.announcedAgoMs,
  run: async (deps) => {
    const { id } = await announceParcel(deps, caller, { ...wanted.request, customer_id: customerId }, new Problems())
    const { receivedAgoMs: received, cancelledAgoMs: cancelled } = wanted
    return [
      ...(received === null
        ? []
        : [step(now - received, (then) => receiveInbound(then, caller, { inboundId: id, number: null }, receiptOf(RECEIVED_CARTON)))]),
      ...(cancelled === null ? [] : [step(now - cancelled, (then) => cancelInbound(then, caller, id, 'The supplier is out of stock'))]),
    ]
  },
})

export const arriving = (month: Month, customerIds: readonly string[]): Step[] => {
  const { author, caller, now } = month
  return [
    ...DEMO_ANNOUNCEMENTS.map((wanted) => announcing(month, wanted, customerIds[wanted.customer]!)),
    ...DEMO_UNPRICED.map(({ customer, measured, receivedAgoMs, note }) =>
      step(now - receivedAgoMs, async (then) => {
        const owner = await customers.load(then.db, caller, customerIds[customer]!)
        await receiveUnannounced(then, caller, owner, receiptOf(measured, note))
      }),
    ),
    ...DEMO_UNIDENTIFIED.map(({ measured, receivedAgoMs, labelText, note }) =>
      step(now - receivedAgoMs, (then) =>
        takeInUnidentified(then, author, {
          mode: 'test',
          measured,
          labelText,
          courierNumber: null,
          isConfirmed: false,
          conditionNote: note,
        }),
      ),
    ),
    step(now - DEMO_ENDPOINT.madeAgoMs, (then) =>
      createWebhookEndpoint(then, caller, { allow: [], loopbackInTest: false }, DEMO_ENDPOINT.request, new Problems()),
    ),
  ]
}
