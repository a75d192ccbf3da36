// Attaches scanned packages to an open shipment, or detaches them. Each package has its own outcome.

import type { PackageOwed } from '../../domain/billing/release.ts'
import { stoppedStep, unpaidText } from '../../domain/billing/release.ts'
import type { PackageEvent } from '../../domain/events/event.ts'
import type { Package } from '../../domain/packages/package.ts'
import { isLoadedAtSupplier } from '../../domain/packages/package.ts'
import type { Candidate } from '../../domain/shipments/attachment.ts'
import { attach, detach } from '../../domain/shipments/attachment.ts'
import type { TypedContainer } from '../../domain/shipments/full-containers.ts'
import { readLoaded } from '../../domain/shipments/full-containers.ts'
import type { Shipment } from '../../domain/shipments/shipment.ts'
import { requireStep } from '../../domain/shipments/shipment.ts'
import { Rejection } from '../../domain/values/errors.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as quotes from '../../store/quotes/quotes.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import { paymentRequired, readOwed } from '../billing/release.ts'
import type { Deps } from '../deps.ts'
import { recordEvents } from '../events/record-events.ts'
import type { Pointer } from '../packages/find-scanned.ts'
import { findScanned } from '../packages/find-scanned.ts'
import type { PackageChange } from '../packages/save-packages.ts'
import { lockedCallersFor, savePackages } from '../packages/save-packages.ts'
import { finalisePrice } from '../quotes/finalise-price.ts'

/**
 * Attaches packages. A package that is already attached stays as it is. `containers`: the containers into which a single package was loaded
 * at the supplier.
 */
export const attachPackages = async (
  deps: Deps,
  author: Author,
  shipmentId: string,
  pointers: readonly Pointer[],
  containers?: readonly TypedContainer[],
): Promise<ScanResult> => {
  const loaded = containers && readLoaded(containers, { by: author.actor, now: deps.clock() })
  return applyToScanned(deps, author, shipmentId, pointers, {
    event: 'package.attached',
    checksPayment: true,
    isDone: (parcel, shipment) => parcel.shipmentId === shipment.id,
    step: (candidate, shipment, now) => attach({ ...candidate, ...(loaded ? { loaded } : {}) }, shipment, now),
  })
}

export const detachPackages = (deps: Deps, author: Author, shipmentId: string, pointers: readonly Pointer[]): Promise<ScanResult> =>
  applyToScanned(deps, author, shipmentId, pointers, {
    event: 'package.detached',
    checksPayment: false,
    isDone: (parcel) => parcel.shipmentId === null,
    step: detach,
  })

/** `owed`: the debt for an attached package. Set only if something is unpaid. */
export type Outcome = { pointer: Pointer; parcel: Package | null; outcome: 'done' | 'already' | Rejection; owed?: PackageOwed }

export type ScanResult = { shipment: Shipment; outcomes: Outcome[] }

type ScanAction = {
  event: PackageEvent
  /** Whether to refuse packages with a debt that must be paid before departure. Other debts are only reported. */
  checksPayment: boolean
  isDone: (parcel: Package, shipment: Shipment) => boolean
  step: (candidate: Candidate, shipment: Shipment, now: number) => { parcel: Package; shipment: Shipment }
}

const applyToScanned = (
  deps: Deps,
  author: Author,
  shipmentId: string,
  pointers: readonly Pointer[],
  { event, checksPayment, isDone, step }: ScanAction,
): Promise<ScanResult> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, shipmentId, author.seen)
    requireStep(before, 'change')
    const scanned = await findScanned(tx, author, pointers)
    const found = scanned.flatMap((scan) => (scan.found instanceof Rejection ? [] : [scan.found]))
    const callerOf = await lockedCallersFor(tx, author, found)
    const bound = new Set(found.flatMap(({ parcel }) => parcel.shipmentId ?? []))
    const boundTo = new Map((await shipments.ofIds(tx, [...bound])).map((each) => [each.id, each]))

    const owedOf = checksPayment ? await readOwed(deps, tx, callerOf, found) : new Map<string, PackageOwed>()

    const now = deps.clock()
    let shipment = before
    const moves = new Map<string, PackageChange>()
    const decide = (scan: (typeof scanned)[number]): Outcome => {
      const { pointer } = scan
      if (scan.found instanceof Rejection) return { pointer, parcel: null, outcome: scan.found }
      const { scope, parcel: read } = scan.found
      const parcel = moves.get(read.id)?.after ?? read
      if (isDone(parcel, shipment)) return { pointer, parcel, outcome: 'already' }
      const caller = callerOf(scope)
      const candidate = { parcel, mode: scope.mode, boundTo: boundTo.get(parcel.shipmentId ?? '') ?? null }
      try {
        const after = step(candidate, shipment, now + caller.clockOffsetMs)
        const owed = owedOf.get(read.id)
        if (owed && stoppedStep(owed) === 'departure') throw paymentRequired([{ parcel, text: unpaidText(owed) }])
        shipment = after.shipment
        moves.set(read.id, { caller, before: read, after: after.parcel })
        return { pointer, parcel: after.parcel, outcome: 'done', ...(owed ? { owed } : {}) }
      } catch (error) {
        if (error instanceof Rejection) return { pointer, parcel, outcome: error }
        throw error
      }
    }
    const outcomes = scanned.map(decide)
    if (moves.size === 0) return { shipment, outcomes }
    const saved = await shipments.save(tx, author, before, shipment)
    const parcels = await savePackages(deps, tx, event, [...moves.values()])
    const charged = await finaliseLoaded(deps, tx, moves, parcels)
    if (charged.size === 0) return { shipment: saved, outcomes }
    const owedNow = await readOwed(
      deps,
      tx,
      callerOf,
      found.filter(({ parcel }) => charged.has(parcel.id)),
    )
    return { shipment: saved, outcomes: outcomes.map((each) => withOwed(each, owedNow.get(each.parcel?.id ?? ''))) }
  })

const withOwed = (outcome: Outcome, owed: PackageOwed | undefined): Outcome => (owed ? { ...outcome, owed } : outcome)

/**
 * Finalises prices of packages that were loaded at the supplier, because these are never measured in the warehouse. Returns the ids of the
 * packages whose price became final.
 */
const finaliseLoaded = async (
  deps: Deps,
  tx: Tx,
  moves: ReadonlyMap<string, PackageChange>,
  parcels: readonly Package[],
): Promise<Set<string>> => {
  const charged = new Set<string>()
  for (const parcel of parcels.filter(isLoadedAtSupplier)) {
    const { caller } = moves.get(parcel.id)!
    const finalised = await finalisePrice(deps, tx, caller, await quotes.ofPackage(tx, caller, parcel.id), parcel)
    if (finalised.events.length === 0) continue
    await recordEvents(deps, tx, caller, finalised.events, { parcels: finalised.parcels })
    charged.add(parcel.id)
  }
  return charged
}
