// Kinds of charges. They decide the revenue account and the tax rate.

export const EXTRA_KINDS = ['clearance', 'repacking', 'delivery', 'insurance', 'other'] as const
export type ExtraKind = (typeof EXTRA_KINDS)[number]
export const CHARGE_KINDS = ['freight', 'storage', ...EXTRA_KINDS] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]
