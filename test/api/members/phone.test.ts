// Codes to sign in by SMS and WhatsApp: a phone is confirmed by a code that is sent to it, and belongs to the person who confirmed it last.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../../src/config.ts'
import { CODE_TRIES_MAX, CODE_VALID_MS, CODES_MAX } from '../../../src/domain/members/sign-in-code.ts'
import { CODES_DAILY_MAX } from '../../../src/domain/messages/limits.ts'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import { recordStop } from '../../../src/flows/messages/consent.ts'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import { ACCOUNT_CHANGES } from '../../../src/flows/messages/tell-account-change.ts'
import { channelsFrom } from '../../../src/message-channels.ts'
import * as messages from '../../../src/store/messages/messages.ts'
import { settingsFor } from '../../../tools/message-simulator/settings.ts'
import type { MessageFault, MessageSimulator } from '../../../tools/message-simulator/simulator.ts'
import { startMessageSimulator } from '../../../tools/message-simulator/simulator.ts'
import type { Person } from '../../support/calls/member-calls.ts'
import { personOf, signedInPerson, withMail } from '../../support/calls/member-calls.ts'
import { countingStatements } from '../../support/engine/counted-statements.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { createProvider } from '../../support/server/message-provider.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MINUTE_MS = 60_000
const LOOKED_FOR_TIMES = 200
let numbers = 0
const newNumber = (): string => `+234803${String(1_000_000 + numbers++)}`

forEachEngine((engine) => {
  describe('a phone in the portal', () => {
    let waybill: Waybill
    let tenant: Tenant
    let simulator: MessageSimulator
    let onAnswer = (): void => {}
    const [sms, whatsapp] = [createProvider('sms'), createProvider('whatsapp')]
    before(async () => {
      simulator = await startMessageSimulator()
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
      await simulator.close()
    })
    beforeEach(() => {
      // A minute later, attempts are counted from zero.
      waybill.time.advance(MINUTE_MS)
      waybill.deps.channels = { sms: sms.channel, whatsapp: whatsapp.channel }
    })

    const post = (path: string, body: object): Promise<Answer> => waybill.call('POST', `/portal/v1${path}`, body)
    const taken = new Set<string>()
    const send = () => sendDueMessages(waybill.deps, { baseUrl: waybill.url })
    /** The next code to the number, which is queued after the answer to the request for it. */
    const codeTo = async (number: string, by = sms): Promise<string> => {
      for (let tries = 0; tries < LOOKED_FOR_TIMES; tries++) {
        await send()
        const message = by.got.find(({ id, to }) => to === number && !taken.has(id))
        if (message) {
          taken.add(message.id)
          return /\d{4} ?\d{4}/.exec(message.text)![0]
        }
        await sleep(5)
      }
      throw new Error(`no code was sent to ${number}`)
    }
    const askFor = async (phone: string, channel?: 'sms' | 'whatsapp'): Promise<string> => {
      const asked = await post('/sign_in_codes', { phone, ...(channel && { channel }) })
      assert.deepEqual([asked.status, asked.json], [202, { sent: true }])
      return codeTo(phone, channel === 'whatsapp' ? whatsapp : sms)
    }
    const confirm = async (person: Person, phone: string): Promise<Answer> => {
      const asked = await person.call('POST', '/portal/v1/phone_codes', { phone })
      assert.equal(asked.status, 202, asked.text)
      return person.call('POST', '/portal/v1/phone', { phone, code: await codeTo(phone) })
    }
    const confirmed = async (role: 'owner' | 'clerk' = 'clerk') => {
      const [person, number] = [await signedInPerson(waybill, tenant, role), newNumber()]
      const answer = await confirm(person, number)
      assert.deepEqual([answer.status, answer.json.phone], [200, number], answer.text)
      assert.ok(answer.json.phone_confirmed_at)
      return { person, number }
    }

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
      assert.equal(
        sms.got.some(({ id, to }) => to === number && !taken.has(id)),
        false,
      )
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
          for (let tries = 0; tries < LOOKED_FOR_TIMES; tries++) {
            if ((await send()) > 0) return state()
            await sleep(5)
          }
          throw new Error('no code was queued')
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
      // The work after the answer would count with the next request.
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
