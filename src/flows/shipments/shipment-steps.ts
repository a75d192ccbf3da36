// The steps of an operator's shipment: create, change, depart, arrive, cancel. Each step runs in one transaction.

import { depart } from '../../domain/packages/package.ts'
import type { TransportMode } from '../../domain/pricing/cargo.ts'
import { requireReady, withDetailsOf } from '../../domain/shipments/attachment.ts'
import { withFirstContainer } from '../../domain/shipments/containers.ts'
import type { Shipment, ShipmentDetails } from '../../domain/shipments/shipment.ts'
import {
  arrived,
  cancelled,
  changed,
  checkSchedule,
  departed,
  newConsolidation,
  readBillOfLading,
  readMasterDocument,
  statusOf,
} from '../../domain/shipments/shipment.ts'
import { boardedDetails, requireOffered } from '../../domain/shipments/voyage.ts'
import type { Site } from '../../domain/sites/site.ts'
import { recordedSite } from '../../domain/sites/site.ts'
import { invalidField, Problems } from '../../domain/values/errors.ts'
import type { Mode } from '../../domain/values/scope.ts'
import type { Tx } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as shipmentPackages from '../../store/shipments/shipment-packages.ts'
import * as shipments from '../../store/shipments/shipments.ts'
import * as voyages from '../../store/shipments/voyages.ts'
import * as sites from '../../store/sites/sites.ts'
import { unpaidAt } from '../billing/release.ts'
import type { Deps } from '../deps.ts'
import { newCode } from '../deps.ts'
import { makeArrivedReady } from '../packages/collect-package.ts'
import { changeAll, lockedCallersFor } from '../packages/save-packages.ts'
import { openSite, workSite } from '../sites/work-site.ts'

/** Sites by code or token. For an existing shipment, undefined keeps the site. For `to`, null means no site. */
export type NamedSites = { from?: string | undefined; to?: string | null | undefined }

export type NewShipment = { mode: Mode; transportMode: TransportMode; details: Partial<ShipmentDetails> }

/** A new shipment. Its times are in real time, even if its packages follow the test clock of a business. */
export const newShipment = (deps: Deps, { mode, transportMode, details }: NewShipment): Shipment =>
  newConsolidation({ id: deps.newId('shp'), number: newCode(deps, 'S'), mode, transportMode, now: deps.clock() }, details)

export const createShipment = (deps: Deps, author: Author, wanted: NewShipment, named: NamedSites = {}): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const boarded = await withVoyage(tx, wanted.transportMode, wanted.details)
    const shipment = newShipment(deps, { ...wanted, details: await withSites(tx, author, boarded, named) })
    await shipments.insert(tx, author, shipment)
    return shipment
  })

/** Adds the details of the chosen flight or sailing. Details in the request take precedence. */
const withVoyage = async (tx: Tx, transportMode: TransportMode, typed: Partial<ShipmentDetails>): Promise<Partial<ShipmentDetails>> => {
  if (!typed.voyageId) return typed
  const voyage = await voyages.findShared(tx, typed.voyageId)
  if (!voyage) throw invalidField('voyage_id', 'is not in the schedule')
  const problems = new Problems()
  requireOffered(voyage, transportMode, problems)
  problems.throwIfAny()
  return { ...boardedDetails(voyage), ...typed }
}

/** Adds the sites to the details. If the details have no destination country, adds the country of the destination site. */
const withSites = async (
  tx: Tx,
  author: Author,
  details: Partial<ShipmentDetails>,
  { from, to }: NamedSites,
): Promise<Partial<ShipmentDetails>> => {
  const fromSiteId = await workSite(tx, author, { named: from, field: 'from_site', country: details.originCountry })
  const arrival = to == null ? null : await siteOfArrival(tx, to, fromSiteId)
  return {
    ...details,
    fromSiteId,
    toSiteId: arrival?.id ?? null,
    ...(arrival && details.destinationCountry == null ? { destinationCountry: arrival.country } : {}),
  }
}

const siteOfArrival = async (tx: Tx, name: string, fromSiteId: string | null): Promise<Site> => {
  const site = await openSite(tx, 'to_site', name)
  const [oldest] = await sites.list(tx)
  if (recordedSite(site, oldest!) === fromSiteId) throw invalidField('to_site', `is ${site.code}, where the shipment leaves from`)
  return site
}

/**
 * Returns the changed sites of a shipment. The site of origin can change only while the shipment is empty, because the packages are stored
 * there.
 */
const changedSites = async (tx: Tx, author: Author, before: Shipment, { from, to }: NamedSites): Promise<Partial<ShipmentDetails>> => {
  const fromSiteId = from === undefined ? before.fromSiteId : await workSite(tx, author, { named: from, field: 'from_site' })
  if (fromSiteId !== before.fromSiteId && (await shipmentPackages.countUndelivered(tx, before.id)) > 0)
    throw invalidField('from_site', 'cannot be changed: the packages of the shipment are at its site; detach them first')
  const arrival = to === undefined ? before.toSiteId : to
  if (arrival === null) return { fromSiteId, toSiteId: null }
  // Unchanged sites are not checked again. Otherwise no detail of the shipment could be changed after one of its sites was closed.
  if (to === undefined && fromSiteId === before.fromSiteId) return {}
  return { fromSiteId, toSiteId: (await siteOfArrival(tx, arrival, fromSiteId)).id }
}

/** Changes a shipment. Its documents are validated here, because their format depends on its transport mode. */
export const changeShipment = (
  deps: Deps,
  author: Author,
  id: string,
  typed: Partial<ShipmentDetails>,
  named: NamedSites = {},
): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    const problems = new Problems()
    const document = typed.masterDocument && readMasterDocument(before.transportMode ?? 'air', typed.masterDocument, problems)
    const details = await withVoyage(tx, before.transportMode ?? 'air', typed)
    const mode = before.transportMode ?? 'air'
    const bill = typed.billOfLading && readBillOfLading(mode, typed.billOfLading, problems)
    const corrected = changed(before, {
      ...details,
      ...(await changedSites(tx, author, before, named)),
      ...(document ? { masterDocument: document } : {}),
      ...(bill ? { billOfLading: bill } : {}),
    })
    const isRenamed = mode === 'ocean' && typed.masterDocument !== undefined
    const next = isRenamed
      ? withFirstContainer({ ...corrected, masterDocument: before.masterDocument }, corrected.masterDocument)
      : corrected
    checkSchedule(next, problems)
    problems.throwIfAny()
    const saved = await shipments.save(tx, author, before, next)
    await tellCorrection(deps, tx, author, before, saved)
    return saved
  })

/** Updates the packages of a corrected shipment. If the shipment is no longer open, also creates an event for each package. */
export const tellCorrection = async (deps: Deps, tx: Tx, author: Author, before: Shipment, shipment: Shipment): Promise<void> => {
  const isOpen = statusOf(shipment) === 'open'
  if (isOpen && before.eta === shipment.eta && before.toSiteId === shipment.toSiteId) return
  const found = await shipmentPackages.ofShipment(tx, shipment.id)
  // Saves all packages, even unchanged ones. Events of a package are ordered by its version, so each event needs a new version.
  const callerOf = await lockedCallersFor(tx, author, found)
  const event = isOpen ? null : 'package.shipment_corrected'
  await changeAll(deps, tx, callerOf, event, found, (parcel) => withDetailsOf(parcel, shipment))
}

export const departShipment = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    // Saves the shipment before its packages are read. A concurrent request that attaches a package then conflicts, and its retry finds
    // that the shipment has departed.
    const shipment = await shipments.save(tx, author, before, departed(before, deps.clock()))
    const found = await shipmentPackages.ofShipment(tx, shipment.id)
    const callerOf = await lockedCallersFor(tx, author, found)
    requireReady(
      shipment,
      found.map(({ parcel }) => parcel),
      await unpaidAt(deps, tx, callerOf, found, 'departure'),
    )
    await changeAll(deps, tx, callerOf, 'package.departed', found, (parcel, now) => depart(parcel, shipment.id, now))
    return shipment
  })

export const arriveShipment = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    const shipment = await shipments.save(tx, author, before, arrived(before, deps.clock()))
    const found = await shipmentPackages.ofShipment(tx, shipment.id)
    const underWay = found.filter(({ parcel }) => parcel.status === 'transit')
    // Saves the packages although nothing in them changes. Events of a package are ordered by its version, so each event needs a new
    // version.
    const callerOf = await lockedCallersFor(tx, author, underWay)
    await changeAll(deps, tx, callerOf, 'package.arrived', underWay, (parcel) => parcel)
    await makeArrivedReady(deps, tx, callerOf, shipment, ({ business }) => business.messages?.readyOnArrival === true)
    return shipment
  })

export const cancelShipment = (deps: Deps, author: Author, id: string): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    const packages = await shipmentPackages.countUndelivered(tx, before.id)
    return shipments.save(tx, author, before, cancelled(before, packages, deps.clock()))
  })

/** Changes the containers of a shipment or their seals. `change`: the domain function that makes the change. */
export const changeContainers = (
  deps: Deps,
  author: Author,
  id: string,
  change: (shipment: Shipment, done: { by: string; now: number }) => Shipment,
): Promise<Shipment> =>
  deps.db.transaction(author, async (tx) => {
    const before = await shipments.load(tx, id, author.seen)
    return shipments.save(tx, author, before, change(before, { by: author.actor, now: deps.clock() }))
  })
