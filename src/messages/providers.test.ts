// Each SMS and WhatsApp provider gets the documented request. If a failed call may have sent the message, the outcome is `unknown`.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ACCOUNT } from '../../tools/message-simulator/dialects.ts'
import type { MessageFault, MessageSimulator } from '../../tools/message-simulator/simulator.ts'
import { startMessageSimulator } from '../../tools/message-simulator/simulator.ts'
import { createAfricasTalking } from './africastalking/africastalking.ts'
import * as africasTalking from './africastalking/exchange.ts'
import type { Channel, OutgoingMessage, SendOutcome } from './channel.ts'
import { outcomeOf } from './http-outcome.ts'
import * as termii from './termii/exchange.ts'
import { createTermii } from './termii/termii.ts'
import * as twilio from './twilio/exchange.ts'
import { createTwilio } from './twilio/twilio.ts'
import * as whatsApp from './whatsapp/exchange.ts'
import { createWhatsApp } from './whatsapp/whatsapp.ts'

const sample = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, `../../test/fixtures/messages/${name}.json`), 'utf8'))

const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 'msg_01test',
  to: '+2348030000001',
  subject: null,
  text: 'Your parcel PKG123 is here.',
  html: null,
  template: null,
  unsubscribeUrl: null,
  senderName: 'Sample Freight',
  statusCallbackUrl: null,
  ...more,
})

const recipients = (statusCode: number) => ({ SMSMessageData: { Recipients: [{ statusCode, number: '+1', status: 'No' }] } })

const brief = (outcome: SendOutcome): string =>
  outcome.kind === 'refused'
    ? outcome.isPermanent
      ? 'never'
      : 'later'
    : outcome.kind === 'sent'
      ? `sent ${outcome.providerId}`
      : 'unknown'

const answered = (status: number, body: unknown) =>
  ({
    kind: 'answered',
    answer: { status, requestId: undefined, contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) },
  }) as const

describe('Termii', () => {
  const settings = { apiKey: 'TEST_KEY', secretKey: null, senderId: 'WAYBILL', baseUrl: new URL('https://termii.example.test') }
  const { request, response, errors } = sample('termii-send')
  const read = (status: number, body: unknown) => brief(outcomeOf('Termii', answered(status, body), [], termii.parseAnswer))

  it('gets the documented body', () => {
    assert.deepEqual(termii.buildSms(message({ text: request.body.sms }), settings), request.body)
  })

  it('says whether it accepted the message, also within an answer of success', () => {
    assert.equal(read(response.status, response.body), 'sent 9122821270554876574')
    const known = Object.fromEntries(
      errors.map((error: { status: number; body: { message?: string } }) => [error.status, read(error.status, error.body)]),
    )
    assert.deepEqual(known, { 400: 'later', 401: 'later', 404: 'later', 422: 'never', 429: 'later', 500: 'unknown' })
    assert.equal(read(200, { code: 'error', message: 'Invalid number' }), 'never')
    assert.equal(read(200, { message: 'Insufficient balance' }), 'later')
    assert.equal(read(200, { message: 'Successfully Sent' }), 'unknown')
  })
})

describe('Africa’s Talking', () => {
  const settings = {
    apiKey: 'TEST_KEY',
    username: 'sandbox',
    senderId: 'WAYBILL',
    callbackSecret: null,
    baseUrl: new URL('https://at.example.test'),
  }
  const { request, response, none_accepted: none, codes } = sample('africastalking-send')
  const read = (body: unknown, to = '+2348030000001') =>
    outcomeOf('Africa’s Talking', answered(201, body), [], africasTalking.parseAnswer(to))
  const code = (statusCode: number) =>
    brief(read({ SMSMessageData: { Message: '', Recipients: [{ statusCode, number: '+2348030000001' }] } }))

  it('gets the documented form', () => {
    const form = africasTalking.buildSms(message({ to: request.form.to }), settings)
    assert.equal(form.toString(), request.raw)
  })

  it('answers for each recipient: a mixed answer counts by its entry', () => {
    assert.deepEqual(read(response.body), { kind: 'sent', providerId: 'ATXid_test0001', cost: { amount: '4.0000', currency: 'NGN' } })
    assert.equal(brief(read(response.body, '+233240000002')), 'never')
    assert.equal(brief(read(none.body)), 'later')
    const outcomes = (group: object) => [...new Set(Object.keys(group).map((text) => code(Number(text))))]
    assert.deepEqual(outcomes(codes.ok), ['sent null'])
    assert.deepEqual(outcomes(codes.recipient), ['never'])
    assert.deepEqual(outcomes(codes.account), ['later'])
    assert.deepEqual([code(500), code(501), code(502)], ['unknown', 'unknown', 'later'])
  })
})

describe('Twilio', () => {
  const settings = { accountSid: ACCOUNT.twilioSid, authToken: 't', from: '+15005550006', baseUrl: new URL('https://twilio.example.test') }
  const { request, response, errors } = sample('twilio-send')
  const read = (status: number, body: unknown) => brief(outcomeOf('Twilio', answered(status, body), [], twilio.parseAnswer))

  it('gets the documented form, with a messaging service in place of a number if there is one', () => {
    const asked = message({ to: request.form.To, statusCallbackUrl: request.form.StatusCallback })
    assert.deepEqual(Object.fromEntries(twilio.buildSms(asked, settings)), request.form)
    const service = `MG${'0'.repeat(32)}`
    assert.deepEqual(Object.fromEntries(twilio.buildSms(message(), { ...settings, from: service })), {
      To: '+2348030000001',
      MessagingServiceSid: service,
      Body: 'Your parcel PKG123 is here.',
    })
  })

  it('says whether it accepted the message', () => {
    assert.equal(read(response.status, response.body), 'sent SM00000000000000000000000000000001')
    const known = errors.map(({ status, body }: { status: number; body: { code: number } }) => [body.code, read(status, body)])
    assert.deepEqual(known, [
      [21211, 'never'],
      [21610, 'never'],
      [20003, 'later'],
      [20429, 'later'],
      [20500, 'unknown'],
    ])
  })
})

describe('WhatsApp', () => {
  const { request, response } = sample('whatsapp-send-template')
  const read = (status: number, body: unknown) => brief(outcomeOf('WhatsApp', answered(status, body), [], whatsApp.parseAnswer))

  it('gets the documented body: a template with its parameters in order, or a text within the window', () => {
    const template = { name: 'parcel_received', language: 'en', parameters: ['Ada', '2.5 kg'] }
    // This template has neither header nor button, so the header and the button are removed from the documented request.
    const components = request.body.template.components.filter(({ type }: { type: string }) => type === 'body')
    assert.deepEqual(whatsApp.buildMessage(message({ template })), { ...request.body, template: { ...request.body.template, components } })
    assert.deepEqual(whatsApp.buildMessage(message()), {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '2348030000001',
      biz_opaque_callback_data: 'msg_01test',
      type: 'text',
      text: { preview_url: false, body: 'Your parcel PKG123 is here.' },
    })
  })

  it('gets a code twice, in the text and for the button that copies it', () => {
    const template = { name: 'portal_code', language: 'en', parameters: ['12345678'], copied: '12345678' }
    const { template: built } = whatsApp.buildMessage(message({ template })) as { template: { components: unknown[] } }
    const parameters = [{ type: 'text', text: '12345678' }]
    assert.deepEqual(built.components, [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ])
  })

  it('gets parameters without line breaks and runs of spaces, which it refuses', () => {
    const built = whatsApp.buildMessage(message({ template: { name: 't', language: 'en', parameters: ['a\n\tb     c'] } }))
    assert.match(JSON.stringify(built), /"text":"a b c"/)
  })

  it('has error codes for a later attempt, for a correction by the operator and for a permanent refusal', () => {
    const groups = sample('whatsapp-errors')
    assert.equal(read(response.status, response.body), 'sent wamid.HBgNMjM0ODAwMDAwMDAwMRUCABEYEjAwMDE=')
    const outcomes = (group: string) =>
      [...new Set(groups[group].map(({ status, body }: { status: number; body: object }) => read(status, body)))].join()
    assert.deepEqual([outcomes('retry_later'), outcomes('never'), outcomes('operator')], ['later', 'never', 'later'])
    assert.equal(read(500, {}), 'unknown')
  })
})

describe('an address that nobody can be reached at', () => {
  const isLost = (outcome: SendOutcome | null): boolean => outcome?.kind === 'refused' && outcome.isUnreachable === true
  const CASES: [string, SendOutcome | null, boolean][] = [
    ['WhatsApp 131026', whatsApp.parseAnswer(400, { error: { code: 131026, message: 'Undeliverable' } }), true],
    ['WhatsApp 132001, a missing template', whatsApp.parseAnswer(404, { error: { code: 132001, message: 'No template' } }), false],
    ['Twilio 21211, an invalid number', twilio.parseAnswer(400, { code: 21211, message: 'Invalid To' }), true],
    ['Twilio 21610, a recipient who stopped', twilio.parseAnswer(400, { code: 21610, message: 'Stopped' }), false],
    ['Africa’s Talking 403', africasTalking.parseAnswer('+1')(201, recipients(403)), true],
    ['Africa’s Talking 406, a recipient who stopped', africasTalking.parseAnswer('+1')(201, recipients(406)), false],
  ]
  for (const [title, outcome, expected] of CASES)
    it(`${expected ? 'is told by' : 'is not'} ${title}`, () => assert.equal(isLost(outcome), expected))
})

describe('every provider', () => {
  let simulator: MessageSimulator
  let channels: readonly Channel[]
  before(async () => {
    simulator = await startMessageSimulator()
    channels = channelsTo(simulator.url)
  })
  after(() => simulator.close())

  const channelsTo = (url: string, key?: string): readonly Channel[] => {
    const baseUrl = new URL(url)
    return [
      createTermii({ apiKey: key ?? ACCOUNT.termiiKey, secretKey: null, senderId: 'WAYBILL', baseUrl }),
      createAfricasTalking({
        apiKey: key ?? ACCOUNT.africasTalkingKey,
        username: 'sandbox',
        senderId: null,
        callbackSecret: null,
        baseUrl,
      }),
      createTwilio({ accountSid: ACCOUNT.twilioSid, authToken: key ?? ACCOUNT.twilioToken, from: '+15005550006', baseUrl }),
      createWhatsApp({
        token: key ?? ACCOUNT.whatsAppToken,
        phoneNumberId: ACCOUNT.whatsAppPhoneId,
        appSecret: null,
        verifyToken: null,
        baseUrl,
      }),
    ]
  }

  const NO_LIMIT_MS = 60_000
  const SHORT_MS = 500
  const CASES: readonly [fault: MessageFault | null, expected: string, accepted: number, timeoutMs?: number][] = [
    [null, 'sent', 1],
    ['slow', 'sent', 1],
    ['rate_limited', 'later', 0],
    ['refused_inside', 'never', 0],
    ['error', 'unknown', 0],
    ['error_after', 'unknown', 1],
    ['malformed_after', 'unknown', 1],
    ['cut', 'unknown', 0],
    ['cut_after', 'unknown', 1],
    ['hang_after', 'unknown', 1, SHORT_MS],
  ]
  for (const [fault, expected, accepted, timeoutMs = NO_LIMIT_MS] of CASES)
    it(`${fault ?? 'no fault'}: ${expected}, after one request`, async () => {
      const [requests, messages] = [simulator.requests(), simulator.accepted.length]
      if (fault !== null) simulator.order(fault, channels.length)
      const outcomes = await Promise.all(channels.map((channel) => channel.send(message(), timeoutMs)))
      const told = channels.map(({ name }, index) => [name, brief(outcomes[index]!).split(' ')[0]])
      assert.deepEqual(
        told,
        channels.map(({ name }) => [name, expected]),
      )
      const counts = [simulator.requests() - requests, simulator.accepted.length - messages]
      assert.deepEqual(counts, [channels.length, accepted * channels.length])
    })

  it('that is down has received nothing: retried later', async () => {
    for (const channel of channelsTo('http://127.0.0.1:1')) assert.equal(brief(await channel.send(message(), NO_LIMIT_MS)), 'later')
  })

  it('that refuses the key has not judged the message: retried later', async () => {
    for (const channel of channelsTo(simulator.url, 'wrong-key')) assert.equal(brief(await channel.send(message(), NO_LIMIT_MS)), 'later')
  })

  it('that repeats our secrets has them removed from the reason', () => {
    const HIDDEN = '[secret]'
    const said = outcomeOf('Twilio', answered(400, { message: 'bad token s3cret' }), ['s3cret'], () => null)
    assert.deepEqual(said, { kind: 'refused', reason: `Twilio answered 400: bad token ${HIDDEN}`, isPermanent: true })
  })
})
