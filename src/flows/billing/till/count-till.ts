// Records the cash count of a cashier's till, and draws the slip of a count.

import type { CashCount } from '../../../domain/billing/cash-count.ts'
import { countOf, differenceKobo, expectedIn } from '../../../domain/billing/cash-count.ts'
import { koboText } from '../../../domain/values/kobo.ts'
import type { Mode } from '../../../domain/values/scope.ts'
import { renderSlipPdf } from '../../../labels/render.ts'
import type { Author } from '../../../store/audit/audit.ts'
import * as cashCounts from '../../../store/billing/cash-counts.ts'
import * as operators from '../../../store/operator/operator.ts'
import * as staffStore from '../../../store/staff/staff.ts'
import type { Deps } from '../../deps.ts'
import { readOperatorZone } from '../../operator/operator-zone.ts'

type Till = { movements: number; expectedKobo: number }

export const readTill = async (deps: Deps, mode: Mode, cashierId: string): Promise<Till> => {
  const movements = await cashCounts.uncounted(deps.db, mode, cashierId)
  return { movements: movements.length, expectedKobo: expectedIn(movements) }
}

/** Records a count of the author's till. Staff can count only their own till. */
export const countTill = (
  deps: Deps,
  author: Author,
  { mode, countedKobo, reason }: { mode: Mode; countedKobo: number; reason: string | null },
): Promise<CashCount> =>
  deps.db.transaction(author, async (tx) => {
    const movements = await cashCounts.uncounted(tx, mode, author.actor)
    const counted = { id: deps.newId('cct'), mode, cashierId: author.actor, countedKobo, reason, now: deps.clock() }
    const count = countOf(movements, counted)
    await cashCounts.insert(tx, author, count, movements)
    return count
  })

/** Formats a time as `2026-11-18 18:05` in the given time zone. */
const timeText = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')

export const drawSlip = async (deps: Deps, count: CashCount): Promise<Uint8Array> => {
  const operator = await operators.find(deps.db)
  const cashier = await staffStore.load(deps.db, count.cashierId)
  return renderSlipPdf({
    operator: operator?.name ?? null,
    title: 'Cash count',
    testMode: count.mode === 'test',
    facts: [
      ['Cashier', cashier.name],
      ['Counted at', timeText(count.createdAt, await readOperatorZone(deps.db))],
      ['Movements', String(count.movements)],
      ['Expected, NGN', koboText(count.expectedKobo)],
      ['Counted, NGN', koboText(count.countedKobo)],
      ['Difference, NGN', koboText(differenceKobo(count))],
    ],
    note: count.reason,
    number: count.id,
    date: count.createdAt,
  })
}
