// Sign-in codes by SMS and WhatsApp: a code sent to a phone confirms it. The phone belongs to the person who confirmed it last.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import { CODE_TRIES_MAX, CODE_VALID_MS } from '../../../src/domain/members/sign-in-code.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { ACCOUNT_CHANGES } from '../../../src/flows/staff/tell-account-change.ts'
import { channelsFrom } from '../../../src/message-channels.ts'
import * as messages from '../../../src/store/messages/messages.ts'
import { settingsFor } from '../../../tools/message-simulator/settings.ts'
import type { MessageFault, MessageSimulator } from '../../../tools/message-simulator/simulator.ts'
import { startMessageSimulator } from '../../../tools/message-simulator/simulator.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { personOf, signedInPerson, withMail } from '../../support/calls/member-calls.ts'
import { newNumber, phoneCalls } from '../../support/calls/phone-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000

forOneEngine((engine) => {
  describe('a phone in the portal', () => {
    let waybill: Waybill
    let tenant: Tenant
    let simulator: MessageSimulator
    const [sms, whatsapp] = [createProvider('sms'), createProvider('whatsapp')]
    const { post, send, sendNext, codeTo, askFor, confirm, confirmed, isSentMore } = phoneCalls(() => ({ waybill, tenant }), {
      sms,
      whatsapp,
    })
    before(async () => {
      simulator = await startMessageSimulator()
      waybill = await startWaybill(engine)
      waybill.time.freeze()
      tenant = await waybill.newTenant()
    })
    after(async () => {
      await waybill.close()
      await simulator.close()
    })
    beforeEach(() => {
      // Advances the clock by a minute, so that attempts are counted from zero again.
      waybill.time.advance(MINUTE_MS)
      waybill.deps.channels = { sms: sms.channel, whatsapp: whatsapp.channel }
    })

    it('gets codes after it was confirmed, and the channel is offered as far as it is set up', async () => {
      const { sign_in } = (await waybill.call('GET', '/portal/v1/brand')).json
      assert.deepEqual(sign_in, { email: false, sms: true, whatsapp: true })
      const [person, number] = [await signedInPerson(waybill, tenant, 'clerk'), newNumber()]
      await person.call('PATCH', '/portal/v1/user', { phone: number })
      assert.equal((await post('/sign_in_codes', { phone: number })).status, 202)
      await send()
      assert.equal(
        sms.got.some(({ to }) => to === number),
        false,
        'nothing is sent to a phone that is not confirmed',
      )
      assert.equal((await confirm(person, number)).status, 200)
      const code = await askFor(number)
      const local = `0${number.slice(4)}`
      const entered = await post('/session', { phone: local, code })
      assert.deepEqual([entered.status, entered.json.user.user_id], [201, person.userId])
      assert.equal((await post('/session', { phone: number, code })).status, 401, 'once')
      personOf(waybill, tenant, await post('/session', { phone: number, code: await askFor(number, 'whatsapp') }))
      const { template } = whatsapp.got.at(-1)!
      assert.match(template!.name, /^portal_code_[0-9a-f]{8}$/)
      assert.match(template!.parameters[0]!, /^\d{8}$/)
      assert.equal(template!.copied, template!.parameters[0])
    })

    it('answers an unknown number like a known one, and sends it nothing', async () => {
      const { number } = await confirmed()
      const unknown = newNumber()
      const asked = await post('/sign_in_codes', { phone: unknown })
      assert.deepEqual([asked.status, asked.json], [202, { sent: true }])
      await askFor(number)
      const refusal = async (phone: string) => {
        const { status, json } = await post('/session', { phone, code: '00000000' })
        return [status, json.code, json.error]
      }
      assert.deepEqual(await refusal(unknown), await refusal(number))
      await send()
      assert.equal(
        sms.got.some(({ to }) => to === unknown),
        false,
      )
    })

    it('is confirmed by its own code alone, soon after a sign-in', async () => {
      const [person, other] = [await signedInPerson(waybill, tenant, 'clerk'), await signedInPerson(waybill, tenant, 'clerk')]
      const [number, elsewhere] = [newNumber(), newNumber()]
      await person.call('POST', '/portal/v1/phone_codes', { phone: number })
      const code = await codeTo(number)
      const attempt = (by: Person, phone: string, typed: string) => by.call('POST', '/portal/v1/phone', { phone, code: typed })
      for (const [by, phone, typed] of [
        [person, elsewhere, code],
        [other, number, code],
        [person, number, '00000000'],
        [person, number, 'nonsense'],
      ] as const) {
        const { status, json } = await attempt(by, phone, typed)
        assert.deepEqual([status, json.details?.[0]?.field], [422, 'code'], typed)
      }
      assert.equal((await post('/session', { phone: number, code })).status, 401, 'it does not sign in')
      const both = await Promise.all([attempt(person, number, code), attempt(person, number, code)])
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422])
      for (let tries = 0; tries < CODE_TRIES_MAX; tries++) await attempt(person, number, '00000000')
      assert.equal((await attempt(person, number, '00000000')).status, 429)
      waybill.time.advance(60 * MINUTE_MS)
      const late = await person.call('POST', '/portal/v1/phone_codes', { phone: number })
      assert.deepEqual([late.status, late.json.code], [403, 'FORBIDDEN'])
    })

    it('belongs to the person who confirmed it last, and no longer counts when it is changed', async () => {
      const mail = withMail(waybill)
      const { person, number } = await confirmed()
      const other = await signedInPerson(waybill, tenant, 'owner')
      assert.equal((await confirm(other, number)).status, 200)
      assert.equal((await post('/session', { phone: number, code: await askFor(number) })).json.user.user_id, other.userId)
      const left = (await person.call('GET', '/portal/v1/session')).json.user
      assert.deepEqual([left.phone, left.phone_confirmed_at], [number, null])
      const kept = await other.call('PATCH', '/portal/v1/user', { phone: `0${number.slice(4)}` })
      assert.ok(kept.json.phone_confirmed_at, 'the same number')
      const changed = await other.call('PATCH', '/portal/v1/user', { phone: newNumber() })
      assert.equal(changed.json.phone_confirmed_at, null)
      await other.call('PATCH', '/portal/v1/user', { phone: null })
      const told: [Person, (phone: string) => string, number][] = [
        [person, ACCOUNT_CHANGES.phoneConfirmed, 1],
        [person, ACCOUNT_CHANGES.phoneTaken, 1],
        [person, ACCOUNT_CHANGES.phoneRemoved, 0],
        [other, ACCOUNT_CHANGES.phoneConfirmed, 1],
        [other, ACCOUNT_CHANGES.phoneTaken, 0],
        [other, ACCOUNT_CHANGES.phoneRemoved, 1],
      ]
      for (const [{ email }, change, times] of told) assert.equal(await mail.countTold(email, change(number)), times, change(number))
      await post('/sign_in_codes', { phone: number })
      await send()
      assert.equal(isSentMore(number), false)
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
    })

    it('names what cannot be used', async () => {
      const fieldsOf = ({ status, json }: Answer) => [status, json.details?.map(({ field }: { field: string }) => field)]
      assert.deepEqual(fieldsOf(await post('/sign_in_codes', { phone: '12' })), [422, ['phone']])
      assert.deepEqual(fieldsOf(await post('/session', { phone: 'none', code: '12345678' })), [422, ['phone']])
      assert.deepEqual(fieldsOf(await post('/sign_in_codes', { phone: newNumber(), email: 'a@example.com' })), [422, ['phone']])
      assert.deepEqual(fieldsOf(await post('/sign_in_codes', { phone: newNumber(), channel: 'email' })), [422, ['channel']])
      waybill.deps.channels = { sms: sms.channel }
      assert.deepEqual(fieldsOf(await post('/sign_in_codes', { phone: newNumber(), channel: 'whatsapp' })), [422, ['channel']])
      waybill.deps.channels = {}
      assert.deepEqual((await waybill.call('GET', '/portal/v1/brand')).json.sign_in, { email: false, sms: false, whatsapp: false })
      assert.deepEqual(fieldsOf(await post('/sign_in_codes', { phone: newNumber() })), [422, ['channel']])
      const person = await signedInPerson(waybill, tenant, 'clerk')
      assert.deepEqual(fieldsOf(await person.call('POST', '/portal/v1/phone_codes', { phone: newNumber() })), [422, ['channel']])
    })

    for (const [provider, channel] of [
      ['termii', 'sms'],
      ['africastalking', 'sms'],
      ['twilio', 'sms'],
      ['whatsapp', 'whatsapp'],
    ] as const)
      it(`gets its codes by ${provider}, also after that refused, failed or could not reach it`, async () => {
        waybill.deps.channels = await channelsFrom(readConfig(settingsFor(simulator.url)[provider]).channels)
        const [person, number] = [await signedInPerson(waybill, tenant, 'clerk'), newNumber()]
        const accepted = () => simulator.accepted.filter(({ to }) => to === number)
        const state = async (): Promise<string> => {
          const { items } = await messages.list(waybill.deps.db, { mode: 'live' }, { page: 1, perPage: 1, cursor: null })
          const { message } = items[0]!
          assert.equal('code' in message.facts, message.state === 'queued', 'the code is kept while it is to be sent')
          return message.state
        }
        const settled = async (): Promise<string> => {
          await sendNext()
          return state()
        }
        const codeSent = (): string => /\d{4} ?\d{4}/.exec(accepted().at(-1)!.text)![0]
        await person.call('POST', '/portal/v1/phone_codes', { phone: number, channel })
        assert.equal(await settled(), 'sent')
        assert.equal((await person.call('POST', '/portal/v1/phone', { phone: number, code: codeSent() })).status, 200)

        const askedWith = async (fault: MessageFault | null): Promise<string> => {
          waybill.time.advance(CODE_VALID_MS)
          if (fault) simulator.order(fault)
          const { status, json } = await post('/sign_in_codes', { phone: number, channel })
          assert.deepEqual([status, json], [202, { sent: true }], 'the answer does not tell')
          return settled()
        }
        const enter = async (): Promise<string> => {
          const { status, json } = await post('/session', { phone: number, code: codeSent() })
          assert.equal(status, 201)
          return json.user.user_id
        }
        assert.equal(await askedWith('rate_limited'), 'queued')
        waybill.time.advance(MINUTE_MS)
        assert.equal(await settled(), 'sent', 'tried again while the code is valid')
        assert.equal(await enter(), person.userId)
        const before = accepted().length
        assert.equal(await askedWith('refused_inside'), 'failed')
        assert.equal(await askedWith('error'), 'unknown')
        assert.equal(await askedWith('cut'), 'unknown')
        assert.equal(accepted().length, before)
        assert.equal(await askedWith(null), 'sent')
        assert.equal(await enter(), person.userId)
      })

    it('keeps codes out of everything but the message', async () => {
      const { number } = await confirmed()
      const code = await askFor(number)
      const { items } = await messages.list(waybill.deps.db, { mode: 'live' }, { page: 1, perPage: 100, cursor: null })
      const kept = JSON.stringify(items.filter(({ message }) => message.address === number))
      assert.match(kept, /portal_code/)
      assert.equal(kept.includes(code) || kept.includes(code.replace(' ', '')), false)
    })
  })
})
