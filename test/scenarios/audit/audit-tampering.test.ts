// Verification of the audit trail finds every change that was made directly in the database, and says where.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sealAudit } from '../../../src/flows/audit/seal-audit.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import type { Query } from '../../../src/platform/engine/db.ts'
import { NO_HASH, recordHash } from '../../../src/store/audit/audit.ts'
import { listRecords } from '../../../src/store/audit/audit-trail.ts'
import type { Place } from '../../support/calls/audit-checks.ts'
import { assertAuditTrailValid, assertTamperingFound } from '../../support/calls/audit-checks.ts'
import { bookPackage, sendNotice } from '../../support/calls/package-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

describe('waybill audit verify', () => {
  forOneEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    let id: string
    let quoteId: string
    before(async () => {
      waybill = await startWaybill(engine)
      tenant = await waybill.newTenant()
      const parcel = await bookPackage(tenant, importAir())
      id = parcel.parcel_id
      quoteId = parcel.parcel_quote_id
      for (const action of ['hold', 'release', 'hold', 'release']) await sendNotice(tenant, id, { action })
      await sealAudit(waybill.deps)
      await sendNotice(tenant, id, { action: 'hold' })
    })
    after(() => waybill.close())

    it('finds an untouched trail complete, and names the latest seal', async () => {
      await assertAuditTrailValid(waybill)
      const { latestSeal, records, unsealed } = await verifyAudit(waybill.deps)
      assert.equal(latestSeal?.number, 1)
      assert.equal(latestSeal?.records, records - unsealed)
      assert.equal(unsealed, 1)
    })

    const OF_PACKAGE = 'object_id = $1 and version ='
    const cases: [what: string, tamper: (tx: Query) => Promise<unknown>, place: () => Place, problem: RegExp][] = [
      [
        'a record whose changes were edited',
        (tx) => tx.execute(`update audit_records set changes = '{"status":"delivered"}' where ${OF_PACKAGE} 3`, [id]),
        () => ({ object: id, version: 3 }),
        /does not match its hash/,
      ],
      [
        'a record of another actor',
        (tx) => tx.execute(`update audit_records set actor = 'somebody-else' where ${OF_PACKAGE} 2`, [id]),
        () => ({ object: id, version: 2 }),
        /does not match its hash/,
      ],
      [
        'a record deleted in the middle',
        (tx) => tx.execute(`delete from audit_records where ${OF_PACKAGE} 3`, [id]),
        () => ({ object: id, version: 3 }),
        /the record is missing/,
      ],
      [
        'first records that were deleted',
        (tx) => tx.execute('delete from audit_records where object_id = $1 and version < 3', [id]),
        () => ({ object: id, version: 1 }),
        /records up to version 2 are missing/,
      ],
      [
        'last records that were deleted',
        (tx) => tx.execute('delete from audit_records where object_id = $1 and version > 4', [id]),
        () => ({ object: id, version: 6 }),
        /stored at version 6, and its last record is of version 4/,
      ],
      [
        'a trail that was deleted whole',
        (tx) => tx.execute('delete from audit_records where object_id = $1', [id]),
        () => ({ object: id, version: 6 }),
        /it has no records/,
      ],
      [
        'sealed records that were deleted, by their seal',
        (tx) => tx.execute('delete from audit_records where object_id = $1', [id]),
        () => ({ seal: 1 }),
        /it covers \d+ records/,
      ],
      [
        'a package changed in its row',
        (tx) => tx.execute(`update packages set comment = 'forged', hold_instruction = 'release' where id = $1`, [id]),
        () => ({ object: id, version: 6 }),
        /^stored hold_instruction, comment does not match its records$/,
      ],
      [
        'a quote whose price was changed in its row',
        (tx) => tx.execute(`update quotes set selected_rate = '{"amount":"1.00"}' where id = $1`, [quoteId]),
        () => ({ object: quoteId }),
        /^stored selected_rate does not match/,
      ],
      [
        'a row put back to an earlier version',
        (tx) => tx.execute('update packages set version = 5 where id = $1', [id]),
        () => ({ object: id, version: 6 }),
        /stored at version 5, before its last record/,
      ],
      [
        'a seal of another hash',
        (tx) => tx.execute(`update audit_seals set hash = 'x' where number = 1`),
        () => ({ seal: 1 }),
        /match its hash/,
      ],
      ['a seal that is gone', (tx) => tx.execute('delete from audit_seals'), () => ({ seal: 1 }), /it is missing/],
      ['a record slipped in', (tx) => slipIn(tx, 7), () => ({ object: id, version: 7 }), /stored at version 6, before its last record/],
      ['a record slipped in under a seal', (tx) => slipIn(tx, 7, 1), () => ({ seal: 1 }), /it covers/],
      ['a record of nothing', (tx) => slipIn(tx, 1, null, 'pkg_none'), () => ({ object: 'pkg_none', version: 1 }), /that is not stored/],
      ['a chain rewritten from its beginning, by the seal', (tx) => rewrite(tx, id), () => ({ seal: 1 }), /not the ones that were sealed/],
    ]
    for (const [what, tamper, place, problem] of cases) it(`finds ${what}`, () => assertTamperingFound(waybill, tamper, place(), problem))

    it('compares a seal noted down earlier with the stored one', async () => {
      const { latestSeal } = await verifyAudit(waybill.deps)
      const { number, hash } = latestSeal!
      assert.deepEqual((await verifyAudit(waybill.deps, { noted: [{ number, hash }] })).breaks, [])
      const [other] = (await verifyAudit(waybill.deps, { noted: [{ number, hash: NO_HASH }] })).breaks
      assert.equal(other?.problem, 'it is not the one that was noted down')
      const [gone] = (await verifyAudit(waybill.deps, { noted: [{ number: number + 1, hash }] })).breaks
      assert.deepEqual(gone, { objectId: null, version: null, seal: number + 1, problem: 'it was noted down, but it is missing' })
    })

    const slipIn = (tx: Query, version: number, seal: number | null = null, object = id): Promise<number> =>
      tx.execute(
        `insert into audit_records (business_id, mode, object_id, version, object_type, actor, request_id, changes, recorded_at, hash, seal)
         values ($1, 'test', $2, $3, 'package', 'x', 'x', '{}', $4, 'x', $5)`,
        [tenant.business.id, object, version, waybill.deps.clock(), seal],
      )

    /** Rewrites the records with correct hashes, as an attacker who knows the format would. */
    const rewrite = async (tx: Query, object: string): Promise<void> => {
      const records = (await listRecords(tx, { objectId: object }, { number: 1, size: 100 })).toSorted((a, b) => a.version - b.version)
      let previous = NO_HASH
      for (const record of records) {
        previous = recordHash(previous, { ...record, actor: 'somebody-else' })
        await tx.execute(`update audit_records set actor = 'somebody-else', hash = $2 where object_id = $1 and version = $3`, [
          object,
          previous,
          record.version,
        ])
      }
    }
  })
})
