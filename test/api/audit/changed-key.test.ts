// Collection codes and staff messages stay readable after the secret key is changed. If the key is lost, codes are gone and queued messages are withdrawn.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { beginTrail, replaceLostKey } from '../../../src/flows/audit/begin-trail.ts'
import type { Deps } from '../../../src/flows/deps.ts'
import { queueStaffMessage } from '../../../src/flows/messages/queue-staff-message.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import { loadAny } from '../../../src/store/messages/messages.ts'
import * as collectionCodes from '../../../src/store/packages/collection-codes.ts'
import { book } from '../../support/calls/receiving-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { KeyedWaybill } from '../../support/server/keyed-waybill.ts'
import { KEY_A, KEY_B, KEY_C, startKeyedWaybill } from '../../support/server/keyed-waybill.ts'
import { createProvider } from '../../support/server/message-provider.ts'

forEachEngine((engine) => {
  describe('a changed secret key', () => {
    let waybill: KeyedWaybill
    let scope: { businessId: string; mode: 'test' }
    let packageId: string
    before(async () => {
      waybill = await startKeyedWaybill(engine)
      const tenant = await waybill.newTenant()
      scope = { businessId: tenant.business.id, mode: 'test' }
      const booked = await book(tenant, importAir())
      packageId = booked.ids[0]!
      waybill.deps.channels = { email: createProvider('email').channel }
      await waybill.deps.db.transaction(SYSTEM, async (tx) => {
        await collectionCodes.put(tx, scope, packageId, '482913', waybill.time.now())
        await queueStaffMessage(
          waybill.deps,
          tx,
          'daily_summary',
          { email: 'clerk@example.com', name: 'Clerk' },
          { link: 'https://example.com/secret' },
        )
      })
    })
    after(() => waybill.close())

    const using = async <T>(keys: string[], work: (own: Deps) => Promise<T>): Promise<T> => {
      const db = await waybill.open(...keys)
      return work({ ...waybill.deps, db }).finally(() => db.close())
    }
    const codeIn = async ({ db }: Deps): Promise<string | undefined> =>
      (await collectionCodes.ofPackages(db, scope, [packageId])).get(packageId)?.code
    const messageIn = async ({ db }: Deps) => {
      const [row] = await db.query<{ id: string }>("select id from messages where recipient = 'staff'")
      return (await loadAny(db, row!.id)).message
    }

    it('leaves codes and messages readable without the old key', async () => {
      await using([KEY_B, KEY_A], beginTrail)
      await using([KEY_B], async (own) => {
        assert.equal(await codeIn(own), '482913')
        const { facts, state } = await messageIn(own)
        assert.deepEqual([facts.link, state], ['https://example.com/secret', 'queued'])
      })
    })

    it('that was lost leaves no code, and withdraws a queued message, whose content is lost too', async () => {
      await using([KEY_C], async (own) => {
        await replaceLostKey(own, byTest(own))
        assert.equal(await codeIn(own), undefined)
        const { facts, state, reason } = await messageIn(own)
        assert.deepEqual([facts, state, reason], [{}, 'withdrawn', 'the key of its encrypted content was lost'])
      })
    })
  })
})
