// Writes a statement as JSON or CSV in batches of lines. `requireAuthority` throws once the caller may no longer read.

import { BYTE_ORDER_MARK, writeCsv } from '../../domain/values/csv-text.ts'
import { koboText } from '../../domain/values/kobo.ts'
import { PRICE_CURRENCY } from '../../domain/values/money.ts'
import type { OpenStatement } from '../../flows/billing/read-account.ts'
import { presentStatementLine } from './v1-present.ts'

export async function* statementJson(
  { from, to, openingKobo, batches }: OpenStatement,
  requireAuthority: () => Promise<void>,
): AsyncGenerator<string> {
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
}

const COLUMNS = ['date', 'type', 'reference', 'description', 'amount', 'balance', 'id']

export async function* statementCsv(
  { from, openingKobo, batches }: OpenStatement,
  requireAuthority: () => Promise<void>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + writeCsv([COLUMNS, [from, 'opening_balance', '', '', '', koboText(openingKobo), '']])
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
}
