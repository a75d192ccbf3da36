// Creates, changes, cancels and expires announcements of parcels that a customer expects from a courier.

import type { Business } from '../../domain/businesses/business.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import { inboundEvent } from '../../domain/events/event.ts'
import { courierKey } from '../../domain/inbound/courier-number.ts'
import type { InboundDraft, InboundParcel } from '../../domain/inbound/inbound-parcel.ts'
import { cancelInbound as cancel, changeInbound as change, expireInbound as expire } from '../../domain/inbound/inbound-parcel.ts'
import type { InboundRequest } from '../../domain/inbound/inbound-request.ts'
import { readInbound } from '../../domain/inbound/inbound-request.ts'
import { CUSTOMER_FIELDS, identifiedCustomer } from '../../domain/quotes/quote-request.ts'
import type { ClientData } from '../../domain/values/client-data.ts'
import { readClientData } from '../../domain/values/client-data.ts'
import type { Problems } from '../../domain/values/errors.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Query, Tx } from '../../platform/engine/db.ts'
import { StaleWrite } from '../../platform/engine/db.ts'
import * as customers from '../../store/customers/customers.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor, nowFor } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'

/** Prefix of field paths in reported problems, as in `inbound_parcel.items`. */
const AT = 'inbound_parcel'

/** `problems` already contains the schema errors of the request. Further errors are added, and all errors are reported together. */
export const announceParcel = (deps: Deps, caller: Caller, request: InboundRequest, problems: Problems): Promise<InboundParcel> => {
  const schemaProblems = problems.list
  return deps.db.transaction(caller, async (tx) => {
    problems.reset(schemaProblems)
    const planned = await planAnnouncement(readAsAsked(tx, caller), request, problems)
    problems.throwIfAny()
    return (await announceInTransaction(deps, tx, caller, [planned!]))[0]!
  })
}

/** `customer`: null for a parcel of the business itself. */
type ParcelOwner = { customer: Customer | null }

export type Announcement = ParcelOwner & { draft: InboundDraft; data: ClientData }

export type Known = {
  openNumbers(keys: readonly string[]): Promise<ReadonlyMap<string, string>>
  customer(id: string): Promise<Customer | null>
  business: Business
}

const readAsAsked = (db: Query, caller: Caller): Known => ({
  openNumbers: (keys) => inboundParcels.openNumbers(db, caller, keys),
  customer: (id) => customers.findByAnyId(db, caller, caller.business.prefix, id),
  business: caller.business,
})

/**
 * Checks an announcement and adds all mistakes to `problems`. Returns null if the parcel has no valid owner. Throws if an unknown or
 * inactive customer is the only mistake.
 */
export const planAnnouncement = async (
  known: Known,
  request: InboundRequest,
  problems: Problems,
  at = AT,
): Promise<Announcement | null> => {
  const draft = readInbound(request, at, problems)
  await checkNumbers(known, draft.numbers, at, problems)
  const owner = await findOwner(known, request, at, problems)
  return owner && { ...owner, draft, data: readClientData(request) }
}

/**
 * Returns the ID of the customer to use: `found`, or the customer that `found` was merged into. Locks this customer. If the customer is
 * inactive, the transaction is retried.
 */
const standingFor = async (tx: Tx, caller: Caller, found: string): Promise<string> => {
  const { id, status } = await customers.loadKeptShared(tx, caller, found)
  if (status === 'inactive') throw new StaleWrite(`customer ${id} was deactivated`, { subject: id })
  return id
}

/** Maximum number of parcels in one statement. SQLite and PostgreSQL limit the number of parameters of a statement. */
const ANNOUNCED_AT_ONCE_MAX = 200

export const announceInTransaction = async (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  planned: readonly Announcement[],
): Promise<InboundParcel[]> => {
  const standing = new Map<string, string>()
  for (const id of new Set(planned.flatMap(({ customer }) => customer?.id ?? []))) standing.set(id, await standingFor(tx, caller, id))
  const now = nowFor(deps, caller)
  const inbounds = planned.map(
    ({ draft, data, customer }): InboundParcel => ({
      ...draft,
      ...data,
      id: deps.newId('inb'),
      version: 1,
      status: 'expected',
      customerId: customer && standing.get(customer.id)!,
      numbers: draft.numbers.map((number) => ({ number, boxes: [] })),
      receivedAt: null,
      cancelledAt: null,
      expiredAt: null,
      comment: null,
      createdAt: now,
      updatedAt: now,
    }),
  )
  for (let from = 0; from < inbounds.length; from += ANNOUNCED_AT_ONCE_MAX) {
    const some = inbounds.slice(from, from + ANNOUNCED_AT_ONCE_MAX)
    await inboundParcels.insert(tx, caller, some)
    await recordEvents(
      deps,
      tx,
      caller,
      some.map((inbound) => inboundEvent('inbound_parcel.created', inbound)),
    )
  }
  return inbounds
}

/**
 * Adds a problem for each courier number that is in another open announcement of the business. A number may be announced again after its
 * parcel was received.
 */
const checkNumbers = async (known: Known, numbers: readonly string[], at: string, problems: Problems, ownId = ''): Promise<void> => {
  const open = await known.openNumbers(numbers.map(courierKey))
  for (const [index, number] of numbers.entries()) {
    const by = open.get(courierKey(number))
    if (by !== undefined && by !== ownId) problems.add(`${at}.courier_numbers[${index}]`, `is already expected by ${by}`)
  }
}

/** Returns the owner: the customer with the ID in the request, or the business itself if the ID is the prefix of the business. */
const findOwner = async (known: Known, request: InboundRequest, at: string, problems: Problems): Promise<ParcelOwner | null> => {
  const mention = identifiedCustomer(request, at)
  if (mention === null) {
    if (!CUSTOMER_FIELDS.some((field) => problems.has(`${at}.${field}`)))
      problems.add(
        `${at}.customer_id`,
        'is required: the customer’s token or unique ID, full or short; or the prefix of the business for its own parcels',
      )
    return null
  }
  const customer = await known.customer(mention.value)
  const isAlone = !problems.any
  const { prefix, parcelCustomerAccount } = known.business
  if (customer === null && mention.value.trim().toUpperCase() === prefix) {
    if (!parcelCustomerAccount) return { customer: null }
    problems.add(mention.field, 'names the business itself, which imports for its customers only')
    return null
  }
  if (customer === null) problems.add(mention.field, 'does not match a parcel customer of this business')
  else if (customer.status === 'inactive') problems.add(mention.field, 'names an inactive parcel customer')
  else return { customer }
  if (isAlone) throw new Rejection(customer === null ? 'CUSTOMER_NOT_FOUND' : 'CUSTOMER_INACTIVE', undefined, { problems: problems.list })
  return null
}

/** Omitted fields stay the same; null empties a field. */
export type InboundChanges = { [Field in keyof InboundRequest]?: InboundRequest[Field] | null }

const merged = <T>(given: T | null | undefined, before: T | null, read: T | null): T | null => (given === undefined ? before : read)

export const changeInbound = (
  deps: Deps,
  caller: Caller,
  id: string,
  changes: InboundChanges,
  problems: Problems,
): Promise<InboundParcel> => {
  const schemaProblems = problems.list
  return deps.db.transaction(caller, async (tx) => {
    problems.reset(schemaProblems)
    const before = await inboundParcels.load(tx, caller, id)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null)) as InboundRequest
    const numbers = changes.courier_numbers === undefined ? before.numbers.map(({ number }) => number) : given.courier_numbers
    const read = readInbound({ ...given, ...(numbers ? { courier_numbers: numbers } : {}) }, AT, problems)
    const known = readAsAsked(tx, caller)
    await checkNumbers(known, read.numbers, AT, problems, id)
    const owner = identifiedCustomer(given, AT) ? await findOwner(known, given, AT, problems) : null
    problems.throwIfAny()
    const draft: InboundDraft = {
      numbers: read.numbers,
      items: changes.items === undefined ? before.items : read.items,
      courier: merged(changes.courier, before.courier, read.courier),
      transportMode: merged(changes.transport_mode, before.transportMode, read.transportMode),
      note: merged(changes.note, before.note, read.note),
    }
    const said = readClientData(given)
    const data = {
      clientReference: merged(changes.client_reference, before.clientReference, said.clientReference),
      metadata: merged(changes.metadata, before.metadata, said.metadata),
    }
    const customerId = owner ? owner.customer && (await standingFor(tx, caller, owner.customer.id)) : before.customerId
    const saved = await inboundParcels.save(tx, caller, before, change(before, draft, customerId, data))
    await recordEvents(deps, tx, caller, [inboundEvent('inbound_parcel.changed', saved)])
    return saved
  })
}

export const cancelInbound = (deps: Deps, caller: Caller, id: string, comment: string | null): Promise<InboundParcel> =>
  deps.db.transaction(caller, async (tx) => {
    const before = await inboundParcels.load(tx, caller, id)
    const saved = await inboundParcels.save(tx, caller, before, cancel(before, comment, nowFor(deps, caller)))
    await recordEvents(deps, tx, caller, [inboundEvent('inbound_parcel.cancelled', saved)])
    return saved
  })

const DAY_MS = 24 * 60 * 60 * 1000
const EXPIRED_AT_ONCE = 100
const ACTOR = 'inbound-expiry'

/**
 * Expires announcements that are still open after `days` days by the clock of the business. An error in one business does not stop the
 * other businesses. Several servers may run this at the same time.
 */
export const expireInbound = async (deps: Deps, days: number): Promise<void> => {
  const at = deps.clock()
  for (const scope of await inboundParcels.scopesWithExpected(deps.db)) {
    try {
      const caller = await callerFor(deps.db, scope, { actor: ACTOR, requestId: `${ACTOR}-${at}`, at })
      while ((await expireSome(deps, caller, days)) === EXPIRED_AT_ONCE);
    } catch (error) {
      deps.report('announcements not expired', { business: scope.businessId, reason: (error as Error).message })
    }
  }
}

const expireSome = (deps: Deps, caller: Caller, days: number): Promise<number> =>
  deps.db.transaction(caller, async (tx) => {
    const now = nowFor(deps, caller)
    const due = await inboundParcels.expectedBefore(tx, caller, now - days * DAY_MS, EXPIRED_AT_ONCE)
    for (const inbound of due) {
      const saved = await inboundParcels.save(tx, caller, inbound, expire(inbound, now))
      await recordEvents(deps, tx, caller, [inboundEvent('inbound_parcel.expired', saved)])
    }
    return due.length
  })
