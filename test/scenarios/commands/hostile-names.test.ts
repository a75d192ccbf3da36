// Terminal control characters in names are harmless in the output of every command.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { visible } from '../../../src/commands/output.ts'
import { newCustomer } from '../../support/calls/package-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import type { FreshDb } from '../../support/engine/engines.ts'
import { sqlite } from '../../support/engine/engines.ts'
import { hostedCommand } from '../../support/server/command-line.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

/** A name that clears the screen, starts a new line, and reverses the writing direction. */
const HOSTILE = 'Eve\u001b[2J\u009b31m\r\nforged 0 records are whole\u202e\u2028x'
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

describe('the output of commands', () => {
  let waybill: Waybill
  let empty: Tenant
  let store: FreshDb
  let customer: string
  let staff: string
  before(async () => {
    waybill = await startWaybill({ name: 'sqlite', freshDb: async () => (store = await sqlite.freshDb()) })
    const tenant = await waybill.newTenant()
    empty = await waybill.newTenant()
    const admin = await signedIn(waybill, 'admin')
    staff = admin.staff.id
    customer = (await newCustomer(tenant)).parcel_customer_id
    await admin.call('PATCH', `/ops/v1/customers/${customer}`, { last_name: 'Trader' })
    const { db } = waybill.deps
    // An older version, or somebody with access to the database, may have stored such names.
    await db.execute('update businesses set name = $1', [HOSTILE])
    await db.execute('update api_keys set label = $1', [HOSTILE])
    await db.execute('update staff set name = $1', [HOSTILE])
    await db.execute('update rate_cards set title = $1', [HOSTILE])
    await db.execute('update fx_rates set source = $1', [HOSTILE])
    await db.execute('update warehouses set address = $1', [JSON.stringify({ street: HOSTILE, city: HOSTILE, country: 'CN' })])
    await db.execute('update customers set last_name = $1', [HOSTILE])
    await db.execute('update audit_records set changes = $1, request_id = $2 where object_id = $3 and version = 2', [
      JSON.stringify({ last_name: HOSTILE }),
      HOSTILE,
      customer,
    ])
    await db.execute(`update audit_records set object_id = $1 where object_id = $2`, [`stf_${HOSTILE}`, staff])
  })
  after(() => waybill.close())

  const commands: [what: string, args: () => string[]][] = [
    ['business list', () => ['business', 'list']],
    ['keys list', () => ['keys', 'list']],
    ['cards list', () => ['cards', 'list']],
    ['fx list', () => ['fx', 'list']],
    ['warehouse list', () => ['warehouse', 'list']],
    ['audit show', () => ['audit', 'show', customer]],
    ['audit verify', () => ['audit', 'verify']],
    ['demo-data', () => ['demo-data', '--business', empty.business.id]],
    ['an error', () => ['keys', 'revoke', HOSTILE]],
    ['another error', () => ['audit', 'show', HOSTILE]],
  ]
  for (const [what, args] of commands) {
    it(`${what} shows a hostile name in one line, escaped`, async () => {
      const { out, err } = await hostedCommand(args(), store.env)
      const lines = [...out.split('\n'), ...err.split('\n')]
      assert.deepEqual(
        lines.filter((line) => UNSEEN.test(line)),
        [],
      )
      assert.deepEqual(
        lines.filter((line) => line.startsWith('forged')),
        [],
      )
      assert.ok(
        lines.some((line) => line.includes('Eve\\u001b[2J\\u009b31m')),
        out + err,
      )
    })
    it(`${what} --json has the same name, escaped too`, async () => {
      const { out } = await hostedCommand([...args(), '--json'], store.env)
      assert.doesNotMatch(out, UNSEEN)
      if (out !== '') JSON.parse(out)
    })
  }

  it('leaves ordinary names of any script unchanged', () => {
    for (const name of ['Ọlá Adé', '广州 8 号', 'مثال', '👩🏽‍💻']) assert.equal(visible(name), name)
  })
})
