// Schemas of bank statements under /ops/v1.

import { DATE_FORMATS, DECIMALS } from '../../../domain/billing/bank/bank-csv.ts'
import { MATCH_REASONS } from '../../../domain/billing/bank/bank-match.ts'
import { modeQuery } from '../../../platform/http/schemas/paging.ts'
import * as Type from '../../../platform/http/schemas/type.ts'
import { INVOICE, PAYMENT } from '../v1-examples.ts'

const CSV_MAX_CHARACTERS = 900_000
const LINES_MAX = 2_000
const ROW_MAX = 100_000
const INVOICES_MAX = 100

const mappingFields = {
  date: Type.Text({ description: 'Name of the column with the date' }),
  amount: Type.Optional(Type.NullableText({ description: 'Column of the amount, below zero where money went out' })),
  credit: Type.Optional(Type.NullableText({ description: 'Column of money that came in; instead of the amount' })),
  reference: Type.Optional(Type.NullableText({ description: 'Column of the bank’s reference, unique for each transfer' })),
  description: Type.Text({ description: 'Column of what the payer wrote' }),
  date_format: Type.Enum(DATE_FORMATS),
  decimal: Type.Enum(DECIMALS, { description: 'Decimal separator' }),
}
const Mapping = Type.Object(mappingFields)
export type WireMapping = Type.Static<typeof Mapping>

const csv = Type.String({ maxLength: CSV_MAX_CHARACTERS, description: 'The file, with a header row' })

const EXAMPLE_CSV = 'Date,Narration,Credit\n16/11/2026,TRF SAMPLE IMPORTS INV-2026-000042,"129,000.00"\n'
const MAPPING_EXAMPLE = {
  date: 'Date',
  amount: null,
  credit: 'Credit',
  reference: null,
  description: 'Narration',
  date_format: 'DD/MM/YYYY' as const,
  decimal: 'point' as const,
}

export const BankPreviewBody = Type.Body([{ csv: EXAMPLE_CSV, mapping: MAPPING_EXAMPLE }], {
  ...modeQuery,
  csv,
  mapping: Type.Optional(Mapping),
})

export const BankImportBody = Type.Body(
  [{ csv: EXAMPLE_CSV, mapping: MAPPING_EXAMPLE, lines: [{ row: 2, business: 'SMP', invoices: ['INV-2026-000042'] }] }],
  {
    ...modeQuery,
    csv,
    mapping: Mapping,
    lines: Type.Array(
      Type.Object({
        row: Type.Integer({ minimum: 1, maximum: ROW_MAX, description: 'As the preview numbers it' }),
        business: Type.Text({ description: 'Business token or prefix' }),
        customer_id: Type.Optional(
          Type.Text({ description: 'Token of the customer who paid; by default who owes the invoices, else the business itself' }),
        ),
        paid_on: Type.Optional(
          Type.Text({ description: 'Day on which it is booked, for a line whose own date is closed; the date of the line by default' }),
        ),
        withheld: Type.Optional(Type.Text({ description: 'Tax that the payer withheld, NGN: it pays like money' })),
        invoices: Type.Optional(
          Type.Array(Type.Text(), {
            minItems: 1,
            maxItems: INVOICES_MAX,
            description: 'Tokens or numbers; the oldest open ones by default',
          }),
        ),
      }),
      { minItems: 1, maxItems: LINES_MAX, description: 'Lines confirmed by a person' },
    ),
  },
)

const Proposal = Type.Titled('BankMatch', {
  business_id: Type.Token('biz'),
  business_name: Type.String(),
  business_prefix: Type.String(),
  parcel_customer_id: Type.NullableToken('pcus', { description: 'The customer who owes it; null is the business itself' }),
  buyer: Type.String(),
  invoice_id: Type.Token('inv'),
  number: Type.String(),
  open: Type.String({ description: 'Still owed, NGN with two decimals' }),
  reason: Type.Enum(MATCH_REASONS, { description: 'Reason for the match' }),
})

export const BankPreviewAnswer = Type.Titled('BankPreview', {
  columns: Type.Array(Type.String(), { description: 'Columns of the header' }),
  mapping: Type.Unsafe<Required<WireMapping> | null>({
    anyOf: [
      Type.Object({ ...mappingFields, amount: Type.NullableString(), credit: Type.NullableString(), reference: Type.NullableString() }),
      { type: 'null' },
    ],
    description: 'As given, else guessed; null where it cannot be guessed',
  }),
  outgoing: Type.Integer({ description: 'Outgoing payments, which are skipped' }),
  mistakes: Type.Array(
    Type.Titled('BankMistake', {
      row: Type.Integer({ description: '0 is the whole file' }),
      column: Type.String(),
      message: Type.String(),
    }),
    { description: 'From the top of the file down, the first 100, and then how many more it has' },
  ),
  lines: Type.Array(
    Type.Titled('BankLine', {
      row: Type.Integer({ description: 'As a spreadsheet counts' }),
      date: Type.String({ format: 'date' }),
      amount: Type.String({ description: 'NGN with two decimals' }),
      reference: Type.NullableString(),
      description: Type.String(),
      payment_id: Type.NullableToken('pay', { description: 'Payment of a line that was imported before' }),
      proposals: Type.Array(Proposal, { description: 'The best kind of match there is' }),
    }),
  ),
})
export const PREVIEW_EXAMPLE = {
  columns: ['Date', 'Narration', 'Credit'],
  mapping: MAPPING_EXAMPLE,
  outgoing: 0,
  mistakes: [],
  lines: [
    {
      row: 2,
      date: '2026-11-16',
      amount: '129000.00',
      reference: null,
      description: 'TRF SAMPLE IMPORTS INV-2026-000042',
      payment_id: null,
      proposals: [
        {
          business_id: 'biz_01kqn2x4t8e6nvd0t2d5c1yq7w',
          business_name: 'Sample Imports',
          business_prefix: 'SMP',
          parcel_customer_id: null,
          buyer: 'Sample Imports',
          invoice_id: INVOICE.invoice_id,
          number: 'INV-2026-000042',
          open: '129000.00',
          reason: 'invoice_number' as const,
        },
      ],
    },
  ],
}

export const BankImportAnswer = Type.Titled('BankImport', {
  results: Type.Array(
    Type.Titled('BankImportResult', {
      row: Type.Integer(),
      outcome: Type.Enum(['taken', 'imported_before', 'refused']),
      payment_id: Type.NullableToken('pay'),
      message: Type.NullableString({ description: 'Why it was refused' }),
    }),
  ),
})
export const IMPORT_EXAMPLE = { results: [{ row: 2, outcome: 'taken' as const, payment_id: PAYMENT.payment_id, message: null }] }
