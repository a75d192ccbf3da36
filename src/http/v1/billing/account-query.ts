// Reads whose account is asked for, and writes statements as CSV.

import { firstOfMonth } from '../../../domain/billing/billing-period.ts'
import { koboText } from '../../../domain/billing/kobo.ts'
import { calendarDate } from '../../../domain/values/calendar.ts'
import { BYTE_ORDER_MARK, writeCsv } from '../../../domain/values/csv-text.ts'
import { PRICE_CURRENCY } from '../../../domain/values/money.ts'
import { readInstant } from '../../../domain/values/time-input.ts'
import type { StatementRequest } from '../../../flows/billing/read-account.ts'
import { openStatement, readBalance } from '../../../flows/billing/read-account.ts'
import type { Caller, Deps } from '../../../flows/deps.ts'
import { nowFor } from '../../../flows/deps.ts'
import * as customers from '../../../store/customers/customers.ts'
import { presentStatementLine } from './present.ts'

/** The token of a customer that the business has; undefined is everybody. */
const payerIn = async (deps: Deps, caller: Caller, customer: string | undefined): Promise<string | undefined> =>
  customer === undefined ? undefined : (await customers.load(deps.db, caller, customer)).id

export const balanceFor = async (deps: Deps, caller: Caller, { customer, at }: { customer?: string; at?: string }) => {
  const now = nowFor(deps, caller)
  return readBalance(deps, caller, await payerIn(deps, caller, customer), at === undefined ? now : readInstant('at', at, now))
}

type StatementQuery = { customer?: string; from?: string; to?: string }

/** This month, unless other days are asked for. */
export const statementFor = async (deps: Deps, caller: Caller, query: StatementQuery): Promise<StatementRequest> => {
  const to = query.to ?? calendarDate(nowFor(deps, caller), caller.business.timeZone)
  return { payerId: await payerIn(deps, caller, query.customer), from: query.from ?? firstOfMonth(to), to }
}

/** As JSON, a batch at a time: a statement may be long. */
export const statementJson = async (
  deps: Deps,
  caller: Caller,
  request: StatementRequest,
  requireAuthority: () => Promise<void>,
): Promise<AsyncGenerator<string>> => {
  const { openingKobo, batches } = await openStatement(deps, caller, request)
  return (async function* () {
    const { from, to } = request
    const head = JSON.stringify({ currency: PRICE_CURRENCY, from, to, opening_balance: koboText(openingKobo) })
    yield `${head.slice(0, -1)},"lines":[`
    let closingKobo = openingKobo
    let separator = ''
    for await (const batch of batches) {
      await requireAuthority()
      if (batch.length === 0) continue
      yield separator + batch.map((line) => JSON.stringify(presentStatementLine(line))).join(',')
      closingKobo = batch.at(-1)!.balanceKobo
      separator = ','
    }
    yield `],"closing_balance":"${koboText(closingKobo)}"}`
  })()
}

const COLUMNS = ['date', 'type', 'reference', 'description', 'amount', 'balance', 'id']

/** A line at a time: a statement may be long. `requireAuthority` throws once the caller has none. */
export const statementCsv = async (
  deps: Deps,
  caller: Caller,
  request: StatementRequest,
  requireAuthority: () => Promise<void>,
): Promise<AsyncGenerator<string>> => {
  const { openingKobo, batches } = await openStatement(deps, caller, request)
  return (async function* () {
    yield BYTE_ORDER_MARK + writeCsv([COLUMNS, [request.from, 'opening_balance', '', '', '', koboText(openingKobo), '']])
    for await (const batch of batches) {
      await requireAuthority()
      yield writeCsv(
        batch.map(({ date, type, reference, description, kobo, balanceKobo, id }) => [
          date,
          type,
          reference ?? '',
          description,
          koboText(kobo),
          koboText(balanceKobo),
          id,
        ]),
      )
    }
  })()
}
