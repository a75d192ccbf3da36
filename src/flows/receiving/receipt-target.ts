// The target of a receipt: a package, an announcement, or a customer with an unannounced parcel.

import type { Scope } from '../../domain/businesses/business.ts'
import type { LocatedPackage } from '../../store/packages/packages.ts'
import type { CustomerMatch } from '../customers/find-customers.ts'
import type { InboundMatch } from '../inbound/find-announced.ts'
import type { AnnouncedTarget } from '../inbound/receive-inbound.ts'

/** `number`: the scanned courier number. */
export type ReceiptTarget = { package: LocatedPackage } | { inbound: InboundMatch; number: string | null } | { customer: CustomerMatch }

export const scopeOfTarget = (target: ReceiptTarget): Scope => {
  if ('package' in target) return target.package.scope
  return 'inbound' in target ? target.inbound.scope : target.customer.scope
}

export const announcedTarget = ({ inbound, number }: Extract<ReceiptTarget, { inbound: InboundMatch }>): AnnouncedTarget => ({
  inboundId: inbound.inbound.id,
  number,
})
