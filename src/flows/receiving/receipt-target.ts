// The target of a receipt: a package, an announced parcel, or a customer whose parcel was not announced.

import { invalidField } from '../../domain/values/errors.ts'
import type { Mode, Scope } from '../../domain/values/scope.ts'
import * as inboundParcels from '../../store/inbound/inbound-parcels.ts'
import type { LocatedPackage } from '../../store/packages/packages.ts'
import * as packages from '../../store/packages/packages.ts'
import type { CustomerMatch } from '../customers/find-customers.ts'
import { chooseCustomer } from '../customers/find-customers.ts'
import type { Deps } from '../deps.ts'
import type { InboundMatch } from '../inbound/find-announced.ts'
import { matchOf } from '../inbound/find-announced.ts'
import type { AnnouncedTarget } from '../inbound/receive-inbound.ts'
import { receivableBy, scanCode } from './scan-code.ts'

/** `number`: the scanned courier number. */
export type ReceiptTarget = { package: LocatedPackage } | { inbound: InboundMatch; number: string | null } | { customer: CustomerMatch }

/** Exactly one of package, code, customer and inbound parcel is given. */
export type TargetRequest = {
  packageId?: string | undefined
  code?: string | undefined
  customerId?: string | undefined
  inboundParcelId?: string | undefined
  /** The business of the customer, if several have a customer with this ID. */
  businessId?: string | undefined
  /** The number on the box, if an inbound parcel is named. */
  courierNumber?: string | undefined
  mode: Mode
}

export const scopeOfTarget = (target: ReceiptTarget): Scope => {
  if ('package' in target) return target.package.scope
  return 'inbound' in target ? target.inbound.scope : target.customer.scope
}

export const announcedTarget = ({ inbound, number }: Extract<ReceiptTarget, { inbound: InboundMatch }>): AnnouncedTarget => ({
  inboundId: inbound.inbound.id,
  number,
})

const requireOneTarget = ({ packageId, code, customerId, inboundParcelId }: TargetRequest): void => {
  const targets = { package_id: packageId, code, customer_id: customerId, inbound_parcel_id: inboundParcelId }
  const names = Object.keys(targets)
  const given = names.filter((name) => targets[name as keyof typeof targets] !== undefined)
  if (given.length === 1) return
  const message = `${given.length === 0 ? 'is required' : `cannot be combined with ${given[0]}`}: give exactly one of ${names.join(', ')}`
  throw invalidField(given.at(-1) ?? 'code', message)
}

const packageById = async (deps: Deps, id: string): Promise<LocatedPackage> => {
  const located = await packages.locate(deps.db, id)
  if (!located) throw invalidField('package_id', 'is not a known package id')
  return located
}

const announcedById = async (deps: Deps, id: string): Promise<InboundMatch> => {
  const found = await inboundParcels.findOfAnyBusiness(deps.db, id)
  if (!found) throw invalidField('inbound_parcel_id', 'is not a known inbound parcel id')
  return matchOf(deps.db, found)
}

export const findTarget = async (deps: Deps, request: TargetRequest): Promise<ReceiptTarget> => {
  requireOneTarget(request)
  const { packageId, code, customerId, inboundParcelId, businessId = null, courierNumber = null, mode } = request
  const customer = async (named: string) => ({ customer: await chooseCustomer(deps.db, { customerId: named, businessId, mode }) })
  if (packageId !== undefined) return { package: await packageById(deps, packageId) }
  if (customerId !== undefined) return customer(customerId)
  if (inboundParcelId !== undefined) return { inbound: await announcedById(deps, inboundParcelId), number: courierNumber }
  const receivable = receivableBy(await scanCode(deps.db, code!, mode, deps.clock()))
  if ('inbound' in receivable) return { inbound: receivable.inbound, number: code! }
  if (!('package' in receivable)) return customer(code!)
  const { scope, parcel } = receivable.package
  return { package: { scope, id: parcel.id } }
}
