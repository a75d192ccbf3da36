// Converts payers' tax details, withheld taxes and certificates to JSON. Also contains examples of this JSON.

import type { ServiceKind } from '../../../domain/billing/charge-kind.ts'
import type { Certificate } from '../../../domain/billing/withholding/certificate.ts'
import type { PayerTax } from '../../../domain/billing/withholding/payer-tax.ts'
import { openClaimKobo } from '../../../domain/billing/withholding/withheld-tax.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import type { Scope } from '../../../domain/values/scope.ts'
import { instant, nullableInstant } from '../../../platform/http/wire-format.ts'
import type { FoundWithheld } from '../../../store/billing/tax/withheld-taxes.ts'
import type { BusinessOf } from '../../businesses/business-names.ts'
import { CHARGE_EXAMPLE } from '../ops-examples.ts'
import { INVOICE, PAYMENT } from '../v1-examples.ts'

export const presentPayerTax = ({ businessId, mode }: Scope, payerId: string | null, details: PayerTax | null) => ({
  business_id: businessId,
  mode,
  parcel_customer_id: payerId,
  tax_number: details?.taxNumber ?? null,
  electronic_address: details?.endpoint ?? null,
  withholding: Object.entries(details?.withholding ?? {}).map(([kind, percent]) => ({ kind: kind as ServiceKind, percent })),
})

export const presentWithheld = (businessOf: BusinessOf, { scope, withheld, invoiceNumber, receiptNumber }: FoundWithheld) => ({
  withheld_tax_id: withheld.id,
  ...businessOf(scope),
  mode: scope.mode,
  parcel_customer_id: withheld.payerId,
  invoice_id: withheld.invoiceId,
  invoice_number: invoiceNumber,
  payment_id: withheld.paymentId,
  receipt_number: receiptNumber,
  withheld_on: withheld.withheldOn,
  amount: koboText(withheld.amountKobo),
  certified: koboText(withheld.certifiedKobo),
  open: koboText(openClaimKobo(withheld)),
  reversed_at: nullableInstant(withheld.reversedAt),
  created_at: instant(withheld.createdAt),
})

export const presentCertificate = (businessOf: BusinessOf, scope: Scope, certificate: Certificate) => ({
  certificate_id: certificate.id,
  ...businessOf(scope),
  mode: scope.mode,
  parcel_customer_id: certificate.payerId,
  number: certificate.number,
  issued_on: certificate.issuedOn,
  amount: koboText(certificate.amountKobo),
  note: certificate.note,
  covers: certificate.shares.map(({ withheldTaxId, amountKobo }) => ({ withheld_tax_id: withheldTaxId, amount: koboText(amountKobo) })),
  withdrawn_at: nullableInstant(certificate.withdrawnAt),
  withdraw_reason: certificate.withdrawReason,
  recorded_by: certificate.createdBy,
  created_at: instant(certificate.createdAt),
})

const { business_id, business_name, business_prefix, created_at } = CHARGE_EXAMPLE
const BUSINESS = { business_id, business_name, business_prefix, mode: 'live' as const, parcel_customer_id: null }

export const PAYER_TAX_EXAMPLE = {
  business_id,
  mode: 'live' as const,
  parcel_customer_id: null,
  tax_number: '12345678-0001',
  electronic_address: null,
  withholding: [{ kind: 'freight' as const, percent: '5' }],
}
export const WITHHELD_EXAMPLE = {
  withheld_tax_id: 'wht_01kqn2x4t8e6nvd0t2d5c1yq7w',
  ...BUSINESS,
  invoice_id: INVOICE.invoice_id,
  invoice_number: 'INV-2026-000042',
  payment_id: PAYMENT.payment_id,
  receipt_number: 'RCT-2026-000017',
  withheld_on: '2026-11-16',
  amount: '6000.00',
  certified: '0.00',
  open: '6000.00',
  reversed_at: null,
  created_at,
}
export const CERTIFICATE_EXAMPLE = {
  certificate_id: 'whc_01kqn2x4t8e6nvd0t2d5c1yq7w',
  ...BUSINESS,
  number: 'WHT/2026/000123',
  issued_on: '2026-11-30',
  amount: '6000.00',
  note: null,
  covers: [{ withheld_tax_id: WITHHELD_EXAMPLE.withheld_tax_id, amount: '6000.00' }],
  withdrawn_at: null,
  withdraw_reason: null,
  recorded_by: 'stf_01kqn2x4t8e6nvd0t2d5c1yq7w',
  created_at,
}
