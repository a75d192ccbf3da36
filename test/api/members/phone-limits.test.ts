// Limits on sign-in codes by SMS and WhatsApp. The limits do not reveal whether a phone number is known.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CODE_TRIES_MAX, CODE_VALID_MS, CODES_MAX } from '../../../src/domain/members/sign-in-code.ts'
import { CODES_DAILY_MAX } from '../../../src/domain/messages/limits.ts'
import { recordStop } from '../../../src/flows/messages/consent.ts'
import * as messages from '../../../src/store/messages/messages.ts'
import { signedInPerson } from '../../support/calls/member-calls.ts'
import { newNumber, phoneCalls } from '../../support/calls/phone-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { countingStatements } from '../../support/engine/told-statements.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000

forOneEngine((engine) => {
  describe('codes to sign in by phone', () => {
    let waybill: Waybill
    let tenant: Tenant
    let onAnswer = (): void => {}
    const [sms, whatsapp] = [createProvider('sms'), createProvider('whatsapp')]
    const { post, send, codeTo, askFor, confirmed } = phoneCalls(() => ({ waybill, tenant }), { sms, whatsapp })
    before(async () => {
      waybill = await startWaybill(engine, {
        watch: (app) => {
          app.addHook('onSend', async () => onAnswer())
        },
      })
      waybill.time.freeze()
      tenant = await waybill.newTenant()
    })
    after(async () => {
      await waybill.close()
    })
    beforeEach(() => {
      // Advances the clock by a minute, so that attempts are counted from zero again.
      waybill.time.advance(MINUTE_MS)
      waybill.deps.channels = { sms: sms.channel, whatsapp: whatsapp.channel }
    })

    it('keeps the waits and the short life of codes, by number in any spelling', async () => {
      const { number } = await confirmed()
      const code = await askFor(number)
      const spellings = [number, `0${number.slice(4)}`, `${number.slice(0, 4)} ${number.slice(4)}`, number, number]
      for (const phone of spellings) assert.equal((await post('/session', { phone, code: '00000000' })).status, 401)
      assert.equal(spellings.length, CODE_TRIES_MAX)
      const waiting = await post('/session', { phone: number, code })
      assert.deepEqual([waiting.status, Number(waiting.headers.get('retry-after')) <= 60], [429, true])
      waybill.time.advance(MINUTE_MS)
      assert.equal((await post('/session', { phone: number, code })).status, 401, 'it was tried too often')
      waybill.time.advance(CODE_VALID_MS)
      const late = await askFor(number)
      waybill.time.advance(CODE_VALID_MS)
      assert.equal((await post('/session', { phone: number, code: late })).status, 401)
      const sent = () => sms.got.filter(({ to }) => to === number).length
      const before = sent()
      for (let times = 0; times < CODES_MAX; times++) await askFor(number)
      assert.equal((await post('/sign_in_codes', { phone: number })).status, 202)
      await send()
      assert.equal(sent() - before, CODES_MAX, 'no more codes than are useful')
    })

    it('sends few codes to confirm, whatever the numbers', async () => {
      const person = await signedInPerson(waybill, tenant, 'clerk')
      for (let times = 0; times < CODES_MAX; times++)
        assert.equal((await person.call('POST', '/portal/v1/phone_codes', { phone: newNumber() })).status, 202)
      const more = await person.call('POST', '/portal/v1/phone_codes', { phone: newNumber() })
      assert.deepEqual([more.status, more.json.code], [429, 'RATE_LIMITED'])
    })

    it('gets ten codes a day on a channel, in any spelling, those to confirm it included', async () => {
      const { number } = await confirmed()
      const codes = () => sms.got.filter(({ to }) => to === number).length
      for (const phone of Array.from({ length: CODES_DAILY_MAX.sms - 1 }, (_, count) => (count % 2 ? number : `0${number.slice(4)}`))) {
        waybill.time.advance(CODE_VALID_MS)
        await post('/sign_in_codes', { phone })
        await codeTo(number)
      }
      assert.equal(codes(), CODES_DAILY_MAX.sms)
      waybill.time.advance(CODE_VALID_MS)
      const more = await post('/sign_in_codes', { phone: number })
      assert.deepEqual([more.status, more.json], [202, { sent: true }], 'the answer does not tell')
      const other = await signedInPerson(waybill, tenant, 'clerk')
      assert.equal((await other.call('POST', '/portal/v1/phone_codes', { phone: number })).status, 202)
      for (let handled = 0; handled < 2; await sleep(5)) handled += await send()
      assert.equal(codes(), CODES_DAILY_MAX.sms)
      const { items } = await messages.list(waybill.deps.db, { mode: 'live' }, { page: 1, perPage: 1, cursor: null })
      assert.deepEqual([items[0]!.message.state, items[0]!.message.reason], ['suppressed', '10 codes were sent to this address in a day.'])
      await askFor(number, 'whatsapp')
      waybill.time.advance(24 * 60 * MINUTE_MS)
      await askFor(number)
    })

    it('is confirmed by at most ten codes a day of one person, whatever the numbers; refused requests do not count', async () => {
      const person = await signedInPerson(waybill, tenant, 'clerk')
      const ask = (phone: string) => person.call('POST', '/portal/v1/phone_codes', { phone })
      for (let asked = 0; asked < 10; asked++) {
        if (asked % CODES_MAX === 0) waybill.time.advance(CODE_VALID_MS)
        assert.equal((await ask('12')).status, 422)
        assert.equal((await ask(newNumber())).status, 202)
      }
      waybill.time.advance(CODE_VALID_MS)
      const { status, headers, json } = await ask(newNumber())
      assert.deepEqual([status, json.error], [429, 'More than 10 codes to confirm a phone in a day.'])
      assert.ok(Number(headers.get('retry-after')) > 23 * 60 * 60)
    })

    it('gets no codes on a channel where it answered STOP, and still gets them on the other one', async () => {
      const { person, number } = await confirmed()
      await recordStop(waybill.deps, 'sms', number, 'STOP')
      const before = sms.got.length
      const asked = await post('/sign_in_codes', { phone: number, channel: 'sms' })
      assert.deepEqual([asked.status, asked.json], [202, { sent: true }])
      const entered = await post('/session', { phone: number, code: await askFor(number, 'whatsapp') })
      assert.deepEqual([entered.status, entered.json.user.user_id, sms.got.length], [201, person.userId, before])
    })

    it('takes the same statements before the answer, whether or not somebody has the number', async () => {
      const { number } = await confirmed()
      const statementsOf = async (path: string, body: object) => {
        const { db } = waybill.deps
        const counted = countingStatements(db)
        waybill.deps.db = counted.db
        let before: string[] = []
        onAnswer = () => {
          before = [...counted.texts]
        }
        const { status } = await post(path, body)
        waybill.deps.db = db
        onAnswer = () => {}
        assert.ok(before.length > 1)
        return { status, before }
      }
      const unknown = newNumber()
      assert.deepEqual(await statementsOf('/sign_in_codes', { phone: unknown }), await statementsOf('/sign_in_codes', { phone: number }))
      // Waits until the code is sent. Otherwise the statements that run after the answer would be counted with the next request.
      await codeTo(number)
      const wrong = { code: '00000000' }
      assert.deepEqual(
        await statementsOf('/session', { phone: unknown, ...wrong }),
        await statementsOf('/session', { phone: number, ...wrong }),
      )
      waybill.deps.channels = {}
      const refusal = async (phone: string) => {
        const { status, json } = await post('/sign_in_codes', { phone })
        return [status, json.details]
      }
      assert.deepEqual(await refusal(unknown), await refusal(number))
    })
  })
})
