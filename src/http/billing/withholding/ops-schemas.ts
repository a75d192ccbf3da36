// Schemas of payers' tax details, withheld taxes and certificates under /ops/v1.

import { SERVICE_KINDS } from '../../../domain/billing/charge-kind.ts'
import { CERTIFIED_CLAIMS_MAX } from '../../../domain/billing/withholding/certificate.ts'
import { businessQuery, modeQuery, pageQuery } from '../../../platform/http/schemas/paging.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { idParams, Mode } from '../../values/fields.ts'

const amount = (description: string) => Type.String({ description: `${description}, NGN with two decimals` })
const business = { business_id: Type.Token('biz'), business_name: Type.String(), business_prefix: Type.String() }
const payer = { parcel_customer_id: Type.NullableToken('pcus', { description: 'The customer who pays; null is the business itself' }) }
const customerQuery = {
  customer_id: Type.Optional(Type.Text({ description: 'Token of the customer who pays; the business itself by default' })),
}
const SCHEME = { description: 'Code of the list EAS, such as 0088; EM for an e-mail address', examples: ['0088'] }

const rates = Type.Array(
  Type.Object({
    kind: Type.Enum(SERVICE_KINDS),
    percent: Type.Text({ description: 'Of the net amount, above 0 and below 100', examples: ['5'] }),
  }),
  { maxItems: SERVICE_KINDS.length, description: 'Tax that the payer withholds, by kind of charge; empty if it withholds none' },
)

const PayerTax = Type.Named('PayerTax', {
  business_id: Type.Token('biz'),
  mode: Mode(),
  ...payer,
  tax_number: Type.NullableString({ description: 'On the invoices of this payer' }),
  electronic_address: Type.OrNull(Type.Object({ scheme: Type.String(SCHEME), id: Type.String() }), {
    description: 'Where the payer receives electronic invoices',
  }),
  withholding: rates,
})
export const PayerTaxAnswer = Type.RefTo(PayerTax)

export const PayerTaxQuery = Type.Object({ ...modeQuery, ...customerQuery })
export const PayerTaxBody = Type.Body([{ tax_number: '12345678-0001', withholding: [{ kind: 'freight', percent: '5' }] }], {
  ...modeQuery,
  ...customerQuery,
  tax_number: Type.Optional(Type.Text({ description: 'None by default' })),
  electronic_address: Type.Optional(Type.Object({ scheme: Type.Text(SCHEME), id: Type.Text() })),
  withholding: rates,
})

const WithheldTax = Type.Named('WithheldTax', {
  withheld_tax_id: Type.Token('wht'),
  ...business,
  mode: Mode(),
  ...payer,
  invoice_id: Type.Token('inv'),
  invoice_number: Type.String(),
  payment_id: Type.Token('pay'),
  receipt_number: Type.String(),
  withheld_on: Type.CalendarDate({ description: 'Day of the payment' }),
  amount: amount('Tax withheld'),
  certified: amount('Part that certificates cover'),
  open: amount('Part without a certificate; zero if the payment was reversed'),
  reversed_at: Type.NullableDateTime({ description: 'When the payment was reversed, and the claim with it' }),
  created_at: Type.DateTime(),
})
export const WithheldTaxAnswer = Type.RefTo(WithheldTax)
export const WithheldTaxesQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  customer_id: Type.Optional(Type.Text({ description: 'Token of the customer who paid' })),
  open: Type.Optional(Type.Boolean({ description: 'Only tax without a certificate' })),
  ...pageQuery,
})

export const CertificateParams = idParams('whc', 'Token of the certificate')
const Certificate = Type.Named('WithholdingCertificate', {
  certificate_id: Type.Token('whc'),
  ...business,
  mode: Mode(),
  ...payer,
  number: Type.String({ description: 'As the tax office numbers it' }),
  issued_on: Type.CalendarDate(),
  amount: amount('Tax that it certifies'),
  note: Type.NullableString(),
  covers: Type.Array(Type.Object({ withheld_tax_id: Type.Token('wht'), amount: amount('Part that it covers') }), {
    maxItems: CERTIFIED_CLAIMS_MAX,
    description: 'The tax withheld that it covers',
  }),
  withdrawn_at: Type.NullableDateTime(),
  withdraw_reason: Type.NullableString(),
  recorded_by: Type.String({ description: 'Token of the member of staff' }),
  created_at: Type.DateTime(),
})
export const CertificateAnswer = Type.RefTo(Certificate)
export const CertificatesQuery = Type.Object({
  ...modeQuery,
  ...businessQuery,
  customer_id: Type.Optional(Type.Text({ description: 'Token of the customer who paid' })),
  ...pageQuery,
})
export const CertificateBody = Type.Body([{ business: 'SMP', number: 'WHT/2026/000123', issued_on: '2026-11-30', amount: '6000.00' }], {
  ...modeQuery,
  business: Type.Text({ description: 'Business token or prefix' }),
  ...customerQuery,
  number: Type.Text({ description: 'Recorded once, whatever its case and spaces' }),
  issued_on: Type.Text({ description: 'Date of the certificate' }),
  amount: Type.Text({ description: 'NGN; at most what was withheld without a certificate' }),
  note: Type.Optional(Type.LongText()),
  withheld_taxes: Type.Optional(
    Type.Array(Type.Text(), {
      minItems: 1,
      maxItems: CERTIFIED_CLAIMS_MAX,
      description: 'Tokens of the tax withheld that it covers; the oldest by default',
    }),
  ),
})

export const WITHHOLDING_SCHEMAS = [PayerTax, WithheldTax, Certificate]
