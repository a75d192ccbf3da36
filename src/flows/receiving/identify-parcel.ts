// Registers unidentified parcels, assigns them to a package or customer, or discards them. The original time of arrival is kept.

import type { Measured } from '../../domain/receiving/receipt.ts'
import { arrivalOf } from '../../domain/receiving/receipt.ts'
import { checkTotals } from '../../domain/receiving/receipt-checks.ts'
import type { KnownRoute } from '../../domain/receiving/unannounced-package.ts'
import type { UnidentifiedParcel } from '../../domain/receiving/unidentified-parcel.ts'
import { assign, discard, queuedParcelQuestion, requireOpen } from '../../domain/receiving/unidentified-parcel.ts'
import { invalidField, Problems } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as unidentifiedParcels from '../../store/receiving/unidentified-parcels.ts'
import type { Caller, Deps } from '../deps.ts'
import { callerFor } from '../deps.ts'
import { receiveInboundInTransaction } from '../inbound/receive-inbound.ts'
import { workSite } from '../sites/work-site.ts'
import type { Received } from './receive-package.ts'
import { receiveInTransaction } from './receive-package.ts'
import type { ReceiptTarget, TargetRequest } from './receive-parcel.ts'
import { announcedTarget, findTarget, scopeOfTarget } from './receive-parcel.ts'
import { receiveUnannouncedInTransaction } from './receive-unannounced.ts'

const PIECES_DEFAULT = 1

export type UnidentifiedRequest = {
  mode: Mode
  measured: Measured
  labelText: string | null
  courierNumber: string | null
  conditionNote: string | null
  isConfirmed: boolean
  /** Code or token of the site. The default is the site where the author works. */
  site?: string | undefined
}

/**
 * Throws if an open unidentified parcel has the same courier number and staff have not confirmed the number. The same box may have been
 * scanned twice.
 */
const requireNotQueued = async (tx: Tx, { mode, courierNumber, isConfirmed }: UnidentifiedRequest): Promise<void> => {
  if (courierNumber === null || isConfirmed) return
  const queued = await unidentifiedParcels.openUnderNumber(tx, mode, courierNumber)
  if (queued) throw invalidField('courier_number', queuedParcelQuestion(queued))
}

export const takeInUnidentified = (deps: Deps, author: Author, request: UnidentifiedRequest): Promise<UnidentifiedParcel> => {
  const arrival = arrivalOf(request.measured, PIECES_DEFAULT)
  const problems = new Problems()
  checkTotals(arrival, problems)
  problems.throwIfAny()
  const now = deps.clock()
  const parcel: UnidentifiedParcel = {
    ...arrival,
    id: deps.newId('uid'),
    version: 1,
    mode: request.mode,
    siteId: null,
    labelText: request.labelText,
    courierNumber: request.courierNumber,
    conditionNote: request.conditionNote,
    receivedBy: author.actor,
    receivedAt: now,
    assignedAt: null,
    assignedBy: null,
    businessId: null,
    packageId: null,
    discardedAt: null,
    discardedBy: null,
    discardReason: null,
    createdAt: now,
  }
  const { mode, courierNumber } = request
  const take = async (tx: Tx): Promise<UnidentifiedParcel> => {
    await requireNotQueued(tx, request)
    const placed = { ...parcel, siteId: await workSite(tx, author, { named: request.site }) }
    await unidentifiedParcels.insert(tx, author, placed)
    return placed
  }
  // The lock makes concurrent scans of the same courier number run one after the other. The second scan then finds the parcel of the first.
  return deps.db.transaction(author, take, courierNumber === null ? {} : { locks: [unidentifiedParcels.numberLock(mode, courierNumber)] })
}

type Confirmed = { isConfirmed: boolean; route: KnownRoute }
export type AssignTo = Confirmed & { wanted: TargetRequest }

export const assignParcel = async (
  deps: Deps,
  author: Author,
  id: string,
  { wanted, ...confirmed }: AssignTo,
): Promise<Received & { caller: Caller; unidentified: UnidentifiedParcel }> => {
  const target = await findTarget(deps, author, wanted)
  const scope = scopeOfTarget(target)
  const caller = await callerFor(deps.db, scope, author)
  return deps.db.transaction(caller, async (tx) => {
    const before = await unidentifiedParcels.load(tx, id)
    requireOpen(before)
    const received = await receiveAs(deps, tx, caller, before, target, confirmed)
    const assigned = assign(before, {
      businessId: scope.businessId,
      mode: scope.mode,
      packageId: received.parcel.id,
      by: author.actor,
      now: deps.clock(),
    })
    return { ...received, caller, unidentified: await unidentifiedParcels.save(tx, author, before, assigned) }
  })
}

const receiveAs = (
  deps: Deps,
  tx: Tx,
  caller: Caller,
  found: UnidentifiedParcel,
  to: ReceiptTarget,
  confirmed: Confirmed,
): Promise<Received> => {
  const request = {
    measured: found,
    conditionNote: found.conditionNote,
    isLast: false,
    ...confirmed,
  }
  const real = { unidentifiedParcelId: found.id, siteId: found.siteId, by: found.receivedBy, at: found.receivedAt }
  if ('package' in to) return receiveInTransaction(deps, tx, caller, to.package.id, request, real)
  if ('inbound' in to) return receiveInboundInTransaction(deps, tx, caller, announcedTarget(to), request, real)
  return receiveUnannouncedInTransaction(deps, tx, caller, to.customer.customer, request, real)
}

export const discardParcel = (deps: Deps, author: Author, id: string, reason: string): Promise<UnidentifiedParcel> =>
  deps.db.transaction(author, async (tx) => {
    const before = await unidentifiedParcels.load(tx, id)
    return unidentifiedParcels.save(tx, author, before, discard(before, { reason, by: author.actor, now: deps.clock() }))
  })
