// Checks after a simulated month: nothing departed without a price, the charges equal the model's, and the audit trail is complete.

import assert from 'node:assert/strict'
import { sealAudit } from '../../../src/flows/audit/seal-audit.ts'
import { verifyLedger } from '../../../src/flows/billing/verify-ledger.ts'
import { assertAuditTrailValid } from '../calls/audit-checks.ts'
import type { Waybill } from '../server/waybill.ts'
import type { NaiveParcel } from './naive-warehouse.ts'
import { storageOf } from './naive-warehouse.ts'
import { leavesOf } from './warehouse-repacks.ts'

const KOBO = 100

const chargedBy = async ({ deps }: Waybill, kind: string, subject: 'quote_id' | 'package_id'): Promise<Map<string, number>> => {
  const rows = await deps.db.query<{ id: string; kobo: number }>(
    `select ${subject} as id, cast(sum(net_kobo) as bigint) as kobo from charges where kind = $1 and reversed_at is null group by ${subject}`,
    [kind],
  )
  return new Map(rows.map(({ id, kobo }) => [id, kobo]))
}

/**
 * Checks that the freight charged for each quote equals the quote's final price, that each parcel involved in a repack is charged storage
 * for its own days only, and that the ledger has no faults.
 */
const checkCharges = async (waybill: Waybill, parcels: readonly NaiveParcel[]): Promise<void> => {
  const [freight, storage] = [await chargedBy(waybill, 'freight', 'quote_id'), await chargedBy(waybill, 'storage', 'package_id')]
  for (const quote of new Set(parcels.map((parcel) => parcel.quote).filter((each) => each !== null))) {
    if (quote.parcels.every(({ status }) => status === 'cancelled')) continue
    assert.equal(freight.get(quote.id) ?? 0, Math.round(Number(quote.final ?? 0) * KOBO), `${quote.id}: freight`)
  }
  for (const parcel of parcels.filter(({ became, madeOf }) => became.length + madeOf.length > 0)) {
    const chargedUntil = parcel.endedAt ?? parcel.keptAt
    const owed = chargedUntil === null ? 0 : storageOf(parcel, chargedUntil).amount_due
    assert.equal(storage.get(parcel.id) ?? 0, Math.round(owed * KOBO), `${parcel.number}: storage`)
  }
  assert.deepEqual((await verifyLedger(waybill.deps)).faults, [])
}

/** Checks that a repacked parcel is cancelled, and that its goods are now in parcels that a repack made. */
const checkPieces = (parcels: readonly NaiveParcel[]): void => {
  for (const parcel of parcels.filter(({ became }) => became.length > 0)) {
    assert.equal(parcel.status, 'cancelled', parcel.number)
    assert.ok(
      leavesOf(parcel).every((leaf) => leaf.madeOf.length > 0),
      parcel.number,
    )
  }
}

export const closeMonth = async (waybill: Waybill, parcels: readonly NaiveParcel[]): Promise<void> => {
  const unpriced = await waybill.deps.db.query(
    `select id from packages where quote_id is null and price_waived_at is null and status in ('transit', 'delivered')`,
  )
  assert.deepEqual(unpriced, [], 'nothing departed without a price')
  checkPieces(parcels)
  await checkCharges(waybill, parcels)
  assert.ok((await sealAudit(waybill.deps)).length > 0)
  await assertAuditTrailValid(waybill)
}
