// Records events in the transaction of the change, and queues a delivery for every endpoint that wants them.

import type { DomainEvent, ParcelMention, RecordedEvent, Surroundings } from '../../domain/events/event.ts'
import type { Delivery } from '../../domain/events/webhook.ts'
import { isWanted } from '../../domain/events/webhook.ts'
import type { Notice } from '../../domain/packages/notice.ts'
import type { Package } from '../../domain/packages/package.ts'
import type { Quote } from '../../domain/quotes/quote.ts'
import type { Query } from '../../store/engine/db.ts'
import { afterCommit } from '../../store/engine/transaction.ts'
import * as deliveryQueues from '../../store/events/delivery-queues.ts'
import * as events from '../../store/events/events.ts'
import * as deliveries from '../../store/events/webhook-deliveries.ts'
import type { Listener } from '../../store/events/webhook-endpoints.ts'
import * as endpoints from '../../store/events/webhook-endpoints.ts'
import * as notices from '../../store/packages/notices.ts'
import * as packages from '../../store/packages/packages.ts'
import type { Caller, Deps } from '../deps.ts'

/** `parcels`: all packages of a booked quote among what happened, where they have been read already. */
export const recordEvents = async (
  deps: Deps,
  tx: Query,
  caller: Caller,
  happened: readonly DomainEvent[],
  parcels: readonly Package[] = [],
): Promise<void> => {
  const surroundings = await readSurroundings(tx, caller, happened, parcels)
  const records = newRecords(
    deps,
    caller,
    happened.map((event, index) => ({ event, surroundings: surroundings[index]! })),
  )
  const [listening] = await Promise.all([endpoints.listening(tx, caller), events.append(tx, caller, records, caller)])
  await putInLine(deps, tx, caller, deliveriesOf(deps, listening, records))
}

/** What happened, with what the API shows beside it. */
type Happening = { event: DomainEvent; surroundings?: Surroundings }

/** Who is to be told of what happens, to be read ahead of a transaction or with its first reads. */
export const listenersOf = (db: Query, caller: Caller): Promise<Listener[]> => endpoints.listening(db, caller)

/** As `recordEvents`, where all that it reads is known: the statements are sent at once, for `sendLast`. */
export const sendEvents = (
  deps: Deps,
  tx: Query,
  caller: Caller,
  happened: readonly Happening[],
  listening: readonly Listener[],
): Promise<void>[] => {
  const records = newRecords(deps, caller, happened)
  return [events.append(tx, caller, records, caller), putInLine(deps, tx, caller, deliveriesOf(deps, listening, records))]
}

/** Ids in the order of the happenings: of two changes of one object in one transaction, the first has the lower one. */
const newRecords = (deps: Deps, caller: Caller, happened: readonly Happening[]): RecordedEvent[] => {
  const ids = happened.map(() => deps.newId('evt')).sort()
  const recordedAt = deps.clock()
  const happenedAt = recordedAt + caller.clockOffsetMs
  return happened.map(({ event, surroundings = {} }, index) => ({ id: ids[index]!, event, surroundings, happenedAt, recordedAt }))
}

const deliveriesOf = (deps: Deps, listening: readonly Listener[], records: readonly RecordedEvent[]): Delivery[] =>
  listening.flatMap((endpoint) =>
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

export const putInLine = async (deps: Deps, tx: Query, caller: Caller, wanted: readonly Delivery[]): Promise<void> => {
  if (wanted.length === 0) return
  await Promise.all([deliveries.insert(tx, caller, wanted), deliveryQueues.open(tx, caller, wanted, deps.queueClock())])
  afterCommit(() => deps.db.announce(deliveryQueues.DELIVERIES_DUE))
}

/** What the API shows with a booked quote and a package, as it is now. A booking brings its packages along: they are not read again. */
const readSurroundings = async (
  tx: Query,
  caller: Caller,
  happened: readonly DomainEvent[],
  parcels: readonly Package[],
): Promise<Surroundings[]> => {
  const known = [...parcels, ...happened.flatMap((event) => (event.type === 'package.created' ? [event.data] : []))]
  const unread = happened.filter(isBookedQuote).filter(({ data }) => !known.some((parcel) => parcel.quoteId === data.id))
  const [mentioned, noted] = await Promise.all([
    packages.mentionsOfQuotes(
      tx,
      caller,
      unread.map(({ data }) => data.id),
    ),
    notices.ofPackages(
      tx,
      caller,
      happened.filter(isOldPackage).map(({ objectId }) => objectId),
    ),
  ])
  return happened.map((event) => surroundingsOf(event, [...known, ...mentioned], noted))
}

type Mentioned = ParcelMention & { quoteId: string | null }

/** `parcels` and `noted`: at least all packages of a booked quote, and all notices of a package. */
const surroundingsOf = (event: DomainEvent, parcels: readonly Mentioned[], noted: readonly Notice[]): Surroundings => {
  if (isBookedQuote(event)) return { parcels: parcels.filter((parcel) => parcel.quoteId === event.data.id).map(mentionOf) }
  if (isOldPackage(event)) return { notices: noted.filter((notice) => notice.packageId === event.objectId) }
  return {}
}

/** For `sendEvents`: what happened to a package and its quote, all of whose packages and notices have been read. */
export const surrounded = (happened: readonly DomainEvent[], parcels: readonly Package[], noted: readonly Notice[]): Happening[] =>
  happened.map((event) => ({ event, surroundings: surroundingsOf(event, parcels, noted) }))

export const mentionOf = ({ id, parcelNumber, status }: ParcelMention): ParcelMention => ({ id, parcelNumber, status })

type QuoteHappening = Extract<DomainEvent, { data: Quote }>

const isBookedQuote = (event: DomainEvent): event is QuoteHappening =>
  event.type.startsWith('quote.') && (event as QuoteHappening).data.status === 'booked'
const isOldPackage = (event: DomainEvent): boolean => event.type.startsWith('package.') && event.type !== 'package.created'
