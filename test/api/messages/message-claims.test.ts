// A server claims only as many queued messages as the channel sends at once. A message that is withdrawn during the claim is not sent.

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { queued } from '../../../src/domain/messages/message.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { createSlots } from '../../../src/flows/messages/slots.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as messages from '../../../src/store/messages/messages.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MORNING = Date.parse('2027-03-01T09:00:00Z')
const HOUR_MS = 3_600_000
const NOTHING = { customerId: null, invoiceId: null, paymentId: null }

describe('a claim of messages', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    let tenant: Tenant
    let mail: ReturnType<typeof createProvider>
    before(async () => {
      waybill = await startWaybill(engine)
      waybill.time.freeze(MORNING)
    })
    after(() => waybill.close())
    beforeEach(async () => {
      mail = createProvider('email')
      waybill.deps.channels = { email: mail.channel }
      tenant = await waybill.newTenant()
    })
    afterEach(() =>
      waybill.deps.db.transaction(SYSTEM, async (tx) => {
        await tx.execute('delete from message_attempts')
        await tx.execute('delete from messages')
      }),
    )

    const scope = (): { businessId: string; mode: 'live' } => ({ businessId: tenant.business.id, mode: 'live' })
    /** Queues a message to `address` about the package `packageId`. The message is already due. */
    const queue = async (address: string, packageId: string): Promise<void> => {
      const { deps } = waybill
      const message = queued(
        tenant.business.id,
        {
          ...NOTHING,
          id: deps.newId('msg'),
          purpose: 'parcel_received',
          channel: 'email',
          recipient: 'contact',
          address,
          name: 'Desk',
          language: 'en',
          country: null,
          packageId,
          facts: { parcel_number: packageId, link: '/track' },
        },
        MORNING - HOUR_MS,
      )
      await deps.db.transaction(SYSTEM, (tx) => messages.insert(tx, scope(), [message]))
    }
    const states = async (): Promise<string[]> =>
      (await waybill.deps.db.query<{ state: string }>('select state from messages order by id')).map(({ state }) => state)

    it('takes as many as the channel sends at once over all turns of a server; the others stay queued', async () => {
      for (let each = 0; each < 7; each++) await queue(`desk${each}@example.com`, `PKG${each}`)
      mail.answers.push(...Array<'never'>(7).fill('never'))
      const slots = createSlots()
      const turn = () => sendDueMessages(waybill.deps, { baseUrl: '', slots })
      void turn()
      for (let look = 0; look < 200 && mail.got.length < mail.channel.atOnce; look++) await new Promise((resolve) => setTimeout(resolve, 5))
      assert.equal(await turn(), 0)
      assert.deepEqual(await states(), [...Array(5).fill('sending'), ...Array(2).fill('queued')])
      assert.equal(mail.got.length, 5)
    })

    it('gives the slots back: all messages leave in one turn', async () => {
      for (let each = 0; each < 7; each++) await queue(`desk${each}@example.com`, `PKG${each}`)
      await sendDueMessages(waybill.deps, { baseUrl: '' })
      assert.deepEqual([mail.got.length, new Set(await states())], [7, new Set(['sent'])])
    })

    const CASES: [string, string[], string[]][] = [
      ['a message is not sent if it was withdrawn while it was claimed', ['PKG1'], ['withdrawn']],
      [
        'messages of one e-mail are told without the one that was withdrawn while they were claimed',
        ['PKG1', 'PKG2'],
        ['withdrawn', 'sent'],
      ],
    ]
    for (const [title, packages, expected] of CASES)
      it(title, async () => {
        for (const id of packages) await queue('desk@example.com', id)
        const [withdrawn, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const withdrawal = waybill.deps.db.transaction(SYSTEM, async (tx) => {
          await messages.withdraw(tx, scope(), { column: 'package_id', id: 'PKG1' }, ['parcel_received'], 'It was no longer true.')
          // Waits until the withdrawal has reached the database.
          await tx.query('select 1')
          withdrawn.resolve()
          await mayCommit.promise
        })
        await withdrawn.promise
        const sending = sendDueMessages(waybill.deps, { baseUrl: '' })
        // During this pause `sendDueMessages` starts to wait: on PostgreSQL for the row of the message, on SQLite for its transaction to
        // begin.
        await new Promise((resolve) => setTimeout(resolve, 100))
        mayCommit.resolve()
        await Promise.all([withdrawal, sending])
        assert.deepEqual(await states(), expected)
        const texts = mail.got.map(({ subject }) => subject)
        assert.deepEqual(texts, expected.includes('sent') ? ['We have received parcel PKG2'] : [])
      })
  })
})
