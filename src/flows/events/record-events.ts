// Saves events, and queues the webhook deliveries and messages that they cause. Call `recordEvents` in the same transaction as the reported change.

import type { DomainEvent, ParcelMention, RecordedEvent, Surroundings } from '../../domain/events/event.ts'
import type { Delivery } from '../../domain/events/webhook.ts'
import { isWanted } from '../../domain/events/webhook.ts'
import type { Notice } from '../../domain/packages/notice.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import * as deliveryQueues from '../../store/events/delivery-queues.ts'
import * as events from '../../store/events/events.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import type { Listener } from '../../store/events/webhook-endpoints.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import * as noticeStore from '../../store/packages/notices.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Caller, Deps } from '../deps.ts'
import { queueMessages } from '../messages/queue-messages.ts'

/** Rows that the caller of `recordEvents` has already read. `recordEvents` reads missing rows itself if it needs them. */
type Known = {
  /** All packages of the booked quote, if an event is about a booked quote. */
  parcels?: readonly Package[] | undefined
  /** All notices of the packages that the events are about. */
  notices?: readonly Notice[] | undefined
  listeners?: readonly Listener[] | undefined
}

export const listenersOf = (db: Query, caller: Caller): Promise<Listener[]> => endpoints.listening(db, caller)

export const recordEvents = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  happened: readonly DomainEvent[],
  known: Known = {},
): Promise<void> => {
  const [surroundings, listeners] = await Promise.all([
    readSurroundings(tx, caller, happened, known),
    known.listeners ?? listenersOf(tx, caller),
  ])
  const records = newRecords(deps, caller, happened, surroundings)
  await events.append(tx, caller, records, caller)
  await queueDeliveries(deps, tx, caller, deliveriesOf(deps, listeners, records))
  await queueMessages(deps, tx, caller, happened)
}

/** Makes the records of the events. Events are listed in the order of their ids, so the new ids are sorted. */
const newRecords = (
  deps: Deps,
  caller: Caller,
  happened: readonly DomainEvent[],
  surroundings: readonly Surroundings[],
): RecordedEvent[] => {
  const ids = happened.map(() => deps.newId('evt')).sort()
  const recordedAt = deps.clock()
  const happenedAt = recordedAt + caller.clockOffsetMs
  return happened.map((event, index) => ({ id: ids[index]!, event, surroundings: surroundings[index]!, happenedAt, recordedAt }))
}

const deliveriesOf = (deps: Deps, listeners: readonly Listener[], records: readonly RecordedEvent[]): Delivery[] =>
  listeners.flatMap((endpoint) =>
    records.filter(({ event }) => isWanted(endpoint, event.type)).map((record) => newDelivery(deps, endpoint.id, record)),
  )

export const newDelivery = (deps: Deps, endpointId: string, { id, event }: Pick<RecordedEvent, 'id' | 'event'>): Delivery =>
  deliveryOf(deps, endpointId, { id, type: event.type, objectId: event.objectId, objectVersion: event.data.version })

export const deliveryOf = (
  deps: Deps,
  endpointId: string,
  event: { id: string; type: DomainEvent['type']; objectId: string; objectVersion: number },
): Delivery => ({
  id: deps.newId('whd'),
  endpointId,
  eventId: event.id,
  eventType: event.type,
  objectId: event.objectId,
  objectVersion: event.objectVersion,
  status: 'pending',
  attempts: 0,
  nextAttemptAt: null,
  deliveredAt: null,
  createdAt: deps.clock(),
})

export const queueDeliveries = async (deps: Deps, tx: Tx, caller: Caller, wanted: readonly Delivery[]): Promise<void> => {
  if (wanted.length === 0) return
  await deliveries.insert(tx, caller, wanted)
  await deliveryQueues.open(tx, caller, wanted, deps.queueClock())
  tx.afterCommit(() => deps.db.announce(deliveryQueues.DELIVERIES_DUE))
}

/** Reads the rows that the events include: the packages of a booked quote, or the notices of a package. */
const readSurroundings = async (
  tx: Tx,
  caller: Caller,
  happened: readonly DomainEvent[],
  { parcels: read = [], notices }: Known,
): Promise<Surroundings[]> => {
  const parcels = [...read, ...happened.flatMap((event) => (event.type === 'package.created' ? [event.data] : []))]
  const unread = happened.filter(isBookedQuote).filter(({ data }) => !parcels.some((parcel) => parcel.quoteId === data.id))
  const [mentioned, noted] = await Promise.all([
    packages.summariesOfQuotes(
      tx,
      caller,
      unread.map(({ data }) => data.id),
    ),
    notices ??
      noticeStore.ofPackages(
        tx,
        caller,
        happened.filter(isOldPackage).map(({ objectId }) => objectId),
      ),
  ])
  return happened.map((event) => surroundingsOf(event, [...parcels, ...mentioned], noted))
}

type Mentioned = ParcelMention & { quoteId: string | null }

const surroundingsOf = (event: DomainEvent, parcels: readonly Mentioned[], notices: readonly Notice[]): Surroundings => {
  if (isBookedQuote(event)) return { parcels: parcels.filter((parcel) => parcel.quoteId === event.data.id).map(mentionOf) }
  if (isOldPackage(event)) return { notices: notices.filter((notice) => notice.packageId === event.objectId) }
  return {}
}

const mentionOf = ({ id, parcelNumber, status }: ParcelMention): ParcelMention => ({ id, parcelNumber, status })

type QuoteEvent = Extract<DomainEvent, { data: Quote }>

const isBookedQuote = (event: DomainEvent): event is QuoteEvent =>
  event.type.startsWith('quote.') && (event as QuoteEvent).data.status === 'booked'
const isOldPackage = (event: DomainEvent): boolean => event.type.startsWith('package.') && event.type !== 'package.created'
