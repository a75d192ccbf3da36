// Test support for phones: requests and reads codes sent by SMS or WhatsApp, and creates people who have confirmed a phone number.

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendDueMessages } from '../../../src/flows/messages/send-messages.ts'
import type { createProvider } from '../server/message-provider.ts'
import type { Answer, Tenant, Waybill } from '../server/waybill.ts'
import type { Person } from './member-calls.ts'
import { signedInPerson } from './member-calls.ts'

const LOOKED_FOR_TIMES = 200
let numbers = 0
export const newNumber = (): string => `+234803${String(1_000_000 + numbers++)}`

type Provider = ReturnType<typeof createProvider>

/**
 * Calls that request codes and read them from the simulated SMS and WhatsApp providers. `started` is a function, because the server starts
 * only after `phoneCalls` is called.
 */
export const phoneCalls = (
  started: () => { waybill: Waybill; tenant: Tenant },
  { sms, whatsapp }: { sms: Provider; whatsapp: Provider },
) => {
  const taken = new Set<string>()
  const post = (path: string, body: object): Promise<Answer> => started().waybill.call('POST', `/portal/v1${path}`, body)
  const send = (): Promise<number> => {
    const { waybill } = started()
    return sendDueMessages(waybill.deps, { baseUrl: waybill.url })
  }
  /** Returns the next code sent to the number. The server queues a code only after it has answered the request for the code. */
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
    const { waybill, tenant } = started()
    const [person, number] = [await signedInPerson(waybill, tenant, role), newNumber()]
    const answer = await confirm(person, number)
    assert.deepEqual([answer.status, answer.json.phone], [200, number], answer.text)
    assert.ok(answer.json.phone_confirmed_at)
    return { person, number }
  }
  /** True if the number has received an SMS whose code `codeTo` has not returned yet. */
  const isSentMore = (number: string): boolean => sms.got.some(({ id, to }) => to === number && !taken.has(id))
  /** Waits until a message is queued, and sends the message. */
  const sendNext = async (): Promise<void> => {
    for (let tries = 0; tries < LOOKED_FOR_TIMES; tries++) {
      if ((await send()) > 0) return
      await sleep(5)
    }
    throw new Error('no code was queued')
  }
  return { post, send, sendNext, codeTo, askFor, confirm, confirmed, isSentMore }
}
