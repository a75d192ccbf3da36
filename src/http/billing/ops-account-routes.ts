// /ops/v1: the balance and statement of a business, aged debt, the journal, and a route that pays invoices with a payer's credit.

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DailyFormat } from '../../domain/billing/files/journal-csv.ts'
import { dailyRows, dailyTotals, JOURNAL_COLUMNS, journalRows } from '../../domain/billing/files/journal-csv.ts'
import { BYTE_ORDER_MARK, writeCsv } from '../../domain/values/csv-text.ts'
import { koboText } from '../../domain/values/kobo.ts'
import { PRICE_CURRENCY } from '../../domain/values/money.ts'
import type { Mode } from '../../domain/values/scope.ts'
import { drawStatement } from '../../flows/billing/draw-papers.ts'
import type { JournalBatch } from '../../flows/billing/read-account.ts'
import {
  agedDebt,
  balanceFor,
  debtKobo,
  openStatement,
  readJournal,
  statementFor,
  statementPage,
} from '../../flows/billing/read-account.ts'
import { spendCredit } from '../../flows/billing/take-payment.ts'
import type { Deps } from '../../flows/deps.ts'
import { exportInTurn } from '../../platform/http/export-turns.ts'
import { nextLink, PER_PAGE_MAX, pageRequest } from '../../platform/http/links.ts'
import { fileAnswer, goodAnswer } from '../../platform/http/operation.ts'
import { modeQuery, pageQuery } from '../../platform/http/schemas/paging.ts'
import * as Type from '../../platform/http/schemas/type.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { readBusinessNames } from '../businesses/business-names.ts'
import { BOOKS, MONEY, opsRoute, TILL } from '../staff/access.ts'
import { staffCallerFor } from '../staff/for-business.ts'
import { BusinessParams } from '../values/fields.ts'
import { businessIn, dateIn } from '../values/ops-list-filters.ts'
import { sendPdf, statementCsv, statementJson } from './account-files.ts'
import { AGED_DEBT_EXAMPLE } from './ops-examples.ts'
import { AgedDebtAnswer, AgedDebtQuery, JournalQuery, UseCreditBody, UsedCreditAnswer } from './ops-schemas.ts'
import { BALANCE, INVOICE, STATEMENT } from './v1-examples.ts'
import { presentBalance, presentInvoice, presentStatement } from './v1-present.ts'
import { BalanceAnswer, BalanceQuery, StatementAnswer, StatementQuery } from './v1-schemas.ts'

const OpsBalanceQuery = Type.Object({ ...BalanceQuery.properties, ...modeQuery })
const OpsStatementQuery = Type.Object({ ...StatementQuery.properties, ...modeQuery })
const PagedStatementQuery = Type.Object({
  ...OpsStatementQuery.properties,
  per_page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PER_PAGE_MAX, description: 'Page by page. A page has more lines where many are of one moment' }),
  ),
  cursor: pageQuery.cursor,
})

/**
 * The default of `tax_rate`: Xero's name for the rate of untaxed lines. No exported line is taxed, because tax is exported as separate
 * lines.
 */
const TAX_RATE = 'Tax Exempt'

/** Passes the batches through. Before each batch, calls `requireAuthority`, which throws if the caller has lost access. */
async function* underAuthority(batches: AsyncIterable<JournalBatch>, requireAuthority: () => Promise<void>): AsyncGenerator<JournalBatch> {
  for await (const batch of batches) {
    await requireAuthority()
    yield batch
  }
}

async function* journalFile(batches: AsyncIterable<JournalBatch>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeCsv([JOURNAL_COLUMNS])
  for await (const { entries, name, timeZone } of batches)
    yield writeCsv(entries.flatMap((entry) => journalRows(entry, { name, timeZone, currency: PRICE_CURRENCY })))
}

/**
 * The daily totals as CSV. The file has no byte order mark, because an accounting program would read the mark as part of the first column's
 * name.
 */
const dailyFile = async (batches: AsyncIterable<JournalBatch>, format: DailyFormat, taxRate: string): Promise<string> => {
  const totals = dailyTotals()
  for await (const { entries, timeZone } of batches) for (const entry of entries) totals.add(entry, timeZone)
  return writeCsv(dailyRows(format, totals.days(), taxRate))
}

export const accountRoutes = (app: FastifyInstance, deps: Deps): void => {
  const callerOf = (request: FastifyRequest<{ Params: { id: string }; Querystring: { mode?: Mode } }>) =>
    staffCallerFor(deps, request, request.params.id, request.query.mode)

  opsRoute(app, 'GET', '/ops/v1/businesses/:id/balance', MONEY, {
    id: 'getBalanceOf',
    summary: 'Retrieve the balance of a business',
    description: 'Charges less credit notes and payments, now or at an earlier moment; of one customer, if `customer` is set.',
    params: BusinessParams,
    query: OpsBalanceQuery,
    answers: { 200: goodAnswer('The balance', BalanceAnswer, BALANCE) },
    handler: async (request) => presentBalance(await balanceFor(deps, await callerOf(request), request.query)),
  })

  opsRoute(app, 'GET', '/ops/v1/businesses/:id/statement', MONEY, {
    id: 'getStatementOf',
    summary: 'A statement of a business',
    description:
      'All charges, credit notes, payments and refunds in a range of days, oldest first. Streamed, without a limit of lines; with `per_page` page by page, each with the balances of the whole range.',
    params: BusinessParams,
    query: PagedStatementQuery,
    answers: { 200: goodAnswer('The statement', StatementAnswer, STATEMENT) },
    errors: ['OVERLOADED'],
    handler: async (request, reply) => {
      const caller = await callerOf(request)
      const asked = await statementFor(deps, caller, request.query)
      if (request.query.per_page !== undefined || request.query.cursor !== undefined) {
        const { perPage, cursor } = pageRequest(request.query)
        const page = await statementPage(deps, caller, asked, { perPage, after: cursor?.position ?? null })
        if (page.next) reply.header('link', nextLink(request, { toward: 'older', position: page.next.occurredAt, id: page.next.id }))
        return presentStatement(page)
      }
      const lines = exportInTurn(statementJson(await openStatement(deps, caller, asked), () => request.requireAuthority()))
      // The cast is needed because the route's type expects an object, but the handler sends a stream of JSON text.
      return reply.type('application/json; charset=utf-8').send(Readable.from(lines) as never)
    },
  })

  opsRoute(app, 'GET', '/ops/v1/businesses/:id/statement.csv', MONEY, {
    id: 'getStatementCsvOf',
    summary: 'A statement of a business as CSV',
    description: 'The same lines, however many, streamed.',
    params: BusinessParams,
    query: OpsStatementQuery,
    answers: { 200: fileAnswer('The statement', 'text/csv') },
    errors: ['OVERLOADED'],
    handler: async (request, reply) => {
      const caller = await callerOf(request)
      const asked = await statementFor(deps, caller, request.query)
      const file = exportInTurn(statementCsv(await openStatement(deps, caller, asked), () => request.requireAuthority()))
      const name = `statement-${caller.business.prefix}-${asked.from}-${asked.to}.csv`
      return sendFile(reply, name, Readable.from(file))
    },
  })

  opsRoute(app, 'GET', '/ops/v1/businesses/:id/statement.pdf', MONEY, {
    id: 'getStatementPdfOf',
    summary: 'A statement of a business as PDF',
    description: 'A4. Up to 10,000 lines.',
    params: BusinessParams,
    query: OpsStatementQuery,
    answers: { 200: fileAnswer('The statement', 'application/pdf') },
    errors: ['OVERLOADED'],
    handler: async (request, reply) => {
      const caller = await callerOf(request)
      return sendPdf(reply, await drawStatement(deps, caller, await statementFor(deps, caller, request.query)))
    },
  })

  opsRoute(app, 'POST', '/ops/v1/businesses/:id/use_credit', TILL, {
    id: 'useCredit',
    summary: 'Use the credit of a payer',
    description: 'For its oldest open invoices. New invoices use credit by themselves. Merged customers are one payer.',
    params: BusinessParams,
    body: UseCreditBody,
    answers: { 200: goodAnswer('The invoices that it paid', UsedCreditAnswer, { paid: [INVOICE] }) },
    errors: ['INVALID_TRANSITION'],
    handler: async (request) => {
      const { mode = 'live', customer_id = null } = request.body
      const caller = await staffCallerFor(deps, request, request.params.id, mode)
      return { paid: (await spendCredit(deps, caller, customer_id)).map((invoice) => presentInvoice(invoice, mode)) }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/aged_debt', BOOKS, {
    id: 'getAgedDebt',
    summary: 'List debt by age',
    description:
      'By payer, the largest debt first: open invoices by days past the due date, what is not invoiced yet, and unused credit. Merged customers are one payer.',
    query: AgedDebtQuery,
    answers: { 200: goodAnswer('The debts', AgedDebtAnswer, AGED_DEBT_EXAMPLE) },
    handler: async ({ query }) => {
      const { businessId = null } = await businessIn(deps, query)
      const { date, debts } = await agedDebt(deps, query.mode ?? 'live', businessId)
      const businessOf = await readBusinessNames(deps)
      return {
        date,
        debts: debts.map((debt) => ({
          ...businessOf(debt),
          parcel_customer_id: debt.payerId,
          customer_identifier: debt.payerIdentifier,
          customer_name: debt.payerName,
          invoices: debt.invoices,
          open: koboText(debt.openKobo),
          unbilled: koboText(debt.unbilledKobo),
          credit: koboText(debt.creditKobo),
          withheld: koboText(debt.withheldKobo),
          balance: koboText(debtKobo(debt)),
          buckets: {
            current: koboText(debt.buckets.current),
            '1_30': koboText(debt.buckets['1_30']),
            '31_60': koboText(debt.buckets['31_60']),
            '61_90': koboText(debt.buckets['61_90']),
            over_90: koboText(debt.buckets.over_90),
          },
        })),
      }
    },
  })

  opsRoute(app, 'GET', '/ops/v1/journal.csv', BOOKS, {
    id: 'getJournal',
    summary: 'The journal as CSV',
    description:
      'Two rows per entry of the ledger; with `format` the totals of each day, as QuickBooks Online and Xero import them. docs/billing.md explains the columns.',
    query: JournalQuery,
    answers: { 200: fileAnswer('The journal', 'text/csv') },
    errors: ['OVERLOADED'],
    handler: async (request, reply) => {
      const { mode = 'live', format = 'entries', tax_rate = TAX_RATE } = request.query
      const [from, to] = [dateIn('from', request.query.from), dateIn('to', request.query.to)]
      const { businessId } = await businessIn(deps, request.query)
      const batches = exportInTurn(underAuthority(readJournal(deps, { businessId, mode, from, to }), () => request.requireAuthority()))
      const file = format === 'entries' ? Readable.from(journalFile(batches)) : await dailyFile(batches, format, tax_rate)
      return sendFile(reply, `journal-${from}-${to}.csv`, file)
    },
  })
}
