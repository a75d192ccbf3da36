// Kinds of charges. The kind decides the tax rate and which account is credited.

export const EXTRA_KINDS = ['clearance', 'repacking', 'delivery', 'insurance', 'other'] as const
export type ExtraKind = (typeof EXTRA_KINDS)[number]
export const SERVICE_KINDS = ['freight', 'storage', ...EXTRA_KINDS] as const
export type ServiceKind = (typeof SERVICE_KINDS)[number]

/**
 * `returned_payment`: money that was refunded from a payment that later bounced. The payer owes this money again. It is not revenue and not
 * taxed. `opening_balance`: a debt from before the business used Waybill. `withdrawn_discount`: a discount that was later withdrawn.
 */
export const CHARGE_KINDS = [...SERVICE_KINDS, 'returned_payment', 'opening_balance', 'withdrawn_discount'] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

/** Kinds of charges for which no goods or services were supplied. Tax reports leave these charges out. */
export const NO_SUPPLY = ['returned_payment', 'opening_balance'] as const satisfies ChargeKind[]

export const isSupply = (kind: ChargeKind): boolean => !NO_SUPPLY.some((none) => none === kind)

export const isService = (kind: ChargeKind): kind is ServiceKind => SERVICE_KINDS.some((service) => service === kind)
