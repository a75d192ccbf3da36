// Kinds of charges. They decide the account that is credited and the tax rate.

export const EXTRA_KINDS = ['clearance', 'repacking', 'delivery', 'insurance', 'other'] as const
export type ExtraKind = (typeof EXTRA_KINDS)[number]
export const SERVICE_KINDS = ['freight', 'storage', ...EXTRA_KINDS] as const
export type ServiceKind = (typeof SERVICE_KINDS)[number]

/** `returned_payment` is what was refunded of a payment that bounced: a debt without revenue and tax. */
export const CHARGE_KINDS = [...SERVICE_KINDS, 'returned_payment'] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]
