// /ops/v1/bank_statements: previews a bank's CSV with proposed matches, and imports the lines that staff confirmed.

import type { FastifyInstance } from 'fastify'
import type { BankMapping } from '../../../domain/billing/bank/bank-csv.ts'
import { Problems } from '../../../domain/values/errors.ts'
import { koboText, readAmount } from '../../../domain/values/kobo.ts'
import { startBankLines } from '../../../flows/billing/bank/bank-lines-in-turn.ts'
import type { BankPreview, ConfirmedFile } from '../../../flows/billing/bank/import-bank-lines.ts'
import { importBankLines, previewBankLines } from '../../../flows/billing/bank/import-bank-lines.ts'
import { payersAndInvoices } from '../../../flows/billing/read-invoice.ts'
import type { Deps } from '../../../flows/deps.ts'
import { goodAnswer } from '../../../platform/http/operation.ts'
import type * as Type from '../../../platform/http/schemas/type.ts'
import type { BusinessOf } from '../../businesses/business-names.ts'
import { readBusinessNames } from '../../businesses/business-names.ts'
import { ACCOUNTANTS, opsRoute } from '../../staff/access.ts'
import { authorOf } from '../../staff/auth.ts'
import { TASK_EXAMPLE, TaskAnswer } from '../../tasks/ops-schemas.ts'
import { taskPresenter } from '../../tasks/task-reader.ts'
import { businessIn } from '../../values/ops-list-filters.ts'
import type { WireMapping } from './ops-schemas.ts'
import { BankImportAnswer, BankImportBody, BankPreviewAnswer, BankPreviewBody, IMPORT_EXAMPLE, PREVIEW_EXAMPLE } from './ops-schemas.ts'

const readMapping = ({ date, amount, credit, reference, description, date_format, decimal }: WireMapping): BankMapping => ({
  date,
  amount: amount ?? null,
  credit: credit ?? null,
  reference: reference ?? null,
  description,
  dateFormat: date_format,
  decimal,
})

const presentMapping = ({ dateFormat, ...mapping }: BankMapping) => ({ ...mapping, date_format: dateFormat })

const presentPreview = (businessOf: BusinessOf, { columns, mapping, lines, outgoing, mistakes }: BankPreview) => ({
  columns,
  mapping: mapping && presentMapping(mapping),
  outgoing,
  mistakes,
  lines: lines.map(({ row, date, amountKobo, reference, description, paymentId, proposals }) => ({
    row,
    date,
    amount: koboText(amountKobo),
    reference,
    description,
    payment_id: paymentId,
    proposals: proposals.map((proposal) => ({
      ...businessOf(proposal),
      parcel_customer_id: proposal.payerId,
      buyer: proposal.buyer,
      invoice_id: proposal.invoiceId,
      number: proposal.number,
      open: koboText(proposal.openKobo),
      reason: proposal.reason,
    })),
  })),
})

/** The withheld tax of each bank line, in kobo. Undefined for a line without withheld tax. */
const readWithheld = (lines: readonly { withheld?: string }[]): (number | undefined)[] => {
  const problems = new Problems()
  const read = lines.map(({ withheld }, index) =>
    withheld === undefined ? undefined : readAmount(`lines[${index}].withheld`, withheld, problems),
  )
  problems.throwIfAny()
  return read
}

/** The bank lines that staff confirmed, each with its payer and invoices. */
const confirmedFile = async (
  deps: Deps,
  { mode = 'live', csv, mapping, lines }: Type.Static<typeof BankImportBody>,
): Promise<ConfirmedFile> => {
  const payers = await payersAndInvoices(
    deps.db,
    lines.map(({ customer_id: customerId, invoices }) => ({ customerId, invoices })),
  )
  const withheld = readWithheld(lines)
  const confirmed = await Promise.all(
    lines.map(async ({ row, business, paid_on: paidOn }, index) => ({
      row,
      paidOn,
      withheldKobo: withheld[index],
      businessId: (await businessIn(deps, { business })).businessId!,
      ...payers[index]!,
    })),
  )
  return { mode, csv, mapping: readMapping(mapping), confirmed }
}

export const bankRoutes = (app: FastifyInstance, deps: Deps): void => {
  opsRoute(app, 'POST', '/ops/v1/bank_statements/preview', ACCOUNTANTS, {
    id: 'previewBankStatement',
    summary: 'Preview a bank statement',
    description: 'Every incoming payment, with the open invoices that it may pay, and every mistake by row and column. Nothing is stored.',
    body: BankPreviewBody,
    answers: { 200: goodAnswer('The preview', BankPreviewAnswer, PREVIEW_EXAMPLE) },
    handler: async ({ body: { mode = 'live', csv, mapping } }) =>
      presentPreview(await readBusinessNames(deps), await previewBankLines(deps, mode, csv, mapping ? readMapping(mapping) : null)),
  })

  opsRoute(app, 'POST', '/ops/v1/bank_statements/import', ACCOUNTANTS, {
    id: 'importBankStatement',
    summary: 'Import lines of a bank statement',
    description: 'Takes a payment by transfer for each line that is confirmed. The same line is imported once, also from another file.',
    body: BankImportBody,
    answers: { 200: goodAnswer('The outcome for each line', BankImportAnswer, IMPORT_EXAMPLE) },
    errors: ['NOT_FOUND'],
    handler: async (request) => {
      const results = await importBankLines(deps, authorOf(deps, request), await confirmedFile(deps, request.body))
      return { results: results.map(({ row, outcome, paymentId, message }) => ({ row, outcome, payment_id: paymentId, message })) }
    },
  })

  opsRoute(app, 'POST', '/ops/v1/imports/bank_lines', ACCOUNTANTS, {
    id: 'startBankLinesImport',
    summary: 'Import lines of a bank statement in the background',
    description:
      'As `importBankStatement`, for many lines: the task shows the progress, and the lines that were refused. The same lines again join the import while it runs (200).',
    body: BankImportBody,
    answers: {
      200: goodAnswer('The import that is running', TaskAnswer, TASK_EXAMPLE),
      202: goodAnswer('The import', TaskAnswer, { ...TASK_EXAMPLE, done: 0, position: 0 }),
    },
    errors: ['NOT_FOUND'],
    handler: async (request, reply) => {
      const { task, isNew } = await startBankLines(deps, authorOf(deps, request), await confirmedFile(deps, request.body))
      return reply.code(isNew ? 202 : 200).send((await taskPresenter(deps))(task))
    },
  })
}
