// Callbacks of message providers: documented examples are read, forged callbacks are refused, and unknown content does no harm.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readAfricasTalkingCallback } from './africastalking/callback.ts'
import type { Callback } from './channel.ts'
import { readTermiiCallback, signTermiiBody } from './termii/callback.ts'
import { readTwilioCallback, signTwilioForm } from './twilio/callback.ts'
import { readWhatsAppCallback, signWhatsAppBody } from './whatsapp/callback.ts'
import { createWhatsApp } from './whatsapp/whatsapp.ts'

const sample = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, `../../test/fixtures/messages/${name}.json`), 'utf8'))

type Signed = { url?: string; headers: Record<string, string>; raw: string }

const requestOf = ({ url = 'https://waybill.example.test/hooks/x', headers, raw }: Signed) => ({ url, headers, rawBody: Buffer.from(raw) })

const only = (callback: Callback | null) => {
  assert.equal(callback?.reports.length, 1)
  return callback.reports[0]!
}

describe('Termii’s callbacks', () => {
  const reports = sample('termii-reports')
  const read = (signed: Signed) => readTermiiCallback(requestOf(signed), reports.secret)

  it('are delivery reports, whose status is the beginning of a sentence', () => {
    const names = ['sent', 'delivered', 'failed', 'dnd', 'rejected', 'expired']
    const told = names.map((name) => [name, only(read(reports[name])).status])
    assert.deepEqual(told, [
      ['sent', 'sent'],
      ['delivered', 'delivered'],
      ['failed', 'failed'],
      ['dnd', 'failed'],
      ['rejected', 'failed'],
      ['expired', 'failed'],
    ])
    const { providerId, cost, reason } = only(read(reports.dnd))
    assert.deepEqual(
      { providerId, cost, reason },
      {
        providerId: '9122821270554876574',
        cost: { amount: '4.5', currency: 'NGN' },
        reason: 'DND Active on Phone Number',
      },
    )
  })

  it('are accepted with a signature in base64, and refused without one, with another one, or with another body', () => {
    const { raw, headers } = reports.delivered
    const base64 = signTermiiBody(Buffer.from(raw), reports.secret, 'base64')
    assert.equal(only(read({ raw, headers: { 'x-termii-signature': base64 } })).status, 'delivered')
    assert.equal(read(reports.unsigned), null)
    assert.equal(read({ raw, headers: reports.sent.headers }), null)
    assert.equal(read({ raw: raw.replace('4.5', '0.5'), headers }), null)
  })

  it('are texts from people, too', () => {
    const raw = JSON.stringify({ type: 'inbound', sender: '2348030000001', message: 'Stop' })
    const headers = { 'x-termii-signature': signTermiiBody(Buffer.from(raw), reports.secret) }
    assert.deepEqual(read({ raw, headers }), { reports: [], texts: [{ from: '+2348030000001', text: 'Stop' }] })
  })
})

describe('callbacks of Africa’s Talking', () => {
  const reports = sample('africastalking-reports')
  const SECRET = 'a-long-secret'
  const read = (raw: string, given = SECRET) =>
    readAfricasTalkingCallback(
      requestOf({ url: `https://waybill.example.test/hooks/africastalking?secret=${given}`, headers: {}, raw }),
      SECRET,
    )

  it('are delivery reports', () => {
    const told = ['buffered', 'sent', 'success', 'rejected', 'failed'].map((name) => only(read(reports[name])).status)
    assert.deepEqual(told, ['sent', 'sent', 'delivered', 'failed', 'failed'])
    const { providerId, reason } = only(read(reports.failed))
    assert.deepEqual([providerId, reason], ['ATXid_test0001', 'UserIsInactive'])
  })

  it('are texts from people, too', () => {
    const raw = 'from=%2B2348030000001&to=20880&text=STOP&id=x&linkId=y&date=2026-11-18'
    assert.deepEqual(read(raw), { reports: [], texts: [{ from: '+2348030000001', text: 'STOP' }] })
  })

  it('are refused without the secret of their address', () => {
    for (const wrong of ['', 'a-long-secreT', 'a-long-secret-and-more']) assert.equal(read(reports.success, wrong), null)
  })
})

describe('Twilio’s callbacks', () => {
  const callbacks = sample('twilio-status-callbacks')
  const read = (signed: Signed) => readTwilioCallback(requestOf(signed), callbacks.auth_token)

  it('are signed as Twilio’s published example is', () => {
    const { url, form, auth_token: token, signature } = callbacks.published_vector
    assert.equal(signTwilioForm(url, form, token), signature)
  })

  it('are status reports with our id of the message', () => {
    const told = ['sent', 'delivered', 'undelivered', 'failed'].map((name) => only(read(callbacks[name])).status)
    assert.deepEqual(told, ['sent', 'delivered', 'failed', 'failed'])
    const { providerId, messageId, reason } = only(read(callbacks.undelivered))
    assert.deepEqual([providerId, messageId, reason], ['SM00000000000000000000000000000001', 'msg_01test', 'Twilio: undelivered (30003)'])
  })

  it('are refused with another address, body or signature', () => {
    const { delivered, sent } = callbacks
    assert.equal(read({ ...delivered, url: delivered.url.replace('msg_01test', 'msg_02test') }), null)
    assert.equal(read({ ...delivered, raw: delivered.raw.replace('delivered', 'failed') }), null)
    assert.equal(read({ ...delivered, headers: sent.headers }), null)
    assert.equal(read({ ...delivered, headers: {} }), null)
  })

  it('are texts from people, too', () => {
    const url = 'https://waybill.example.test/hooks/twilio'
    const form = { MessageSid: 'SM1', SmsStatus: 'received', From: '+447400123456', Body: 'STOP' }
    const headers = { 'x-twilio-signature': signTwilioForm(url, form, callbacks.auth_token) }
    const raw = new URLSearchParams(form).toString()
    assert.deepEqual(read({ url, headers, raw }), { reports: [], texts: [{ from: '+447400123456', text: 'STOP' }] })
  })
})

describe('WhatsApp’s callbacks', () => {
  const statuses = sample('whatsapp-status-webhooks')
  const inbound = sample('whatsapp-inbound')
  const read = (signed: Signed) => readWhatsAppCallback(requestOf(signed), statuses.app_secret)

  it('are statuses with our id of the message and the reason of a failure', () => {
    const names = ['sent', 'delivered', 'read', 'failed_window', 'failed_unreachable']
    const told = names.map((name) => only(read(statuses[name])).status)
    assert.deepEqual(told, ['sent', 'delivered', 'delivered', 'failed', 'failed'])
    assert.deepEqual(only(read(statuses.failed_window)), {
      providerId: 'wamid.HBgNMjM0ODAwMDAwMDAwMRUCABEYEjAwMDE=',
      messageId: 'msg_01test',
      status: 'failed',
      reason: 'WhatsApp: 131047 more than 24 hours since the last user message',
      at: 1_794_999_600_000,
      cost: null,
    })
  })

  it('are texts from people; one without a number stops nothing', () => {
    assert.deepEqual(read(inbound.with_phone)?.texts, [{ from: '+2348030000001', text: 'STOP' }])
    assert.deepEqual(read(inbound.bsuid_only), { reports: [], texts: [] })
  })

  it('are refused with another signature', () => {
    assert.equal(read(statuses.wrong_signature), null)
    assert.equal(read({ ...statuses.sent, headers: {} }), null)
  })

  it('with any other content are harmless', () => {
    for (const raw of [
      '',
      'null',
      '[]',
      '{"entry":5}',
      '{"entry":[null,{"changes":[{"value":{"statuses":[{"id":"a","status":"__proto__"}]}}]}]}',
    ]) {
      const headers = { 'x-hub-signature-256': signWhatsAppBody(Buffer.from(raw), statuses.app_secret) }
      assert.deepEqual(read({ raw, headers }), { reports: [], texts: [] }, raw)
    }
  })

  it('begin with a check of our address, which only Meta’s token passes', () => {
    const { query, answer } = statuses.verify_get
    const settings = { token: 't', phoneNumberId: '1', appSecret: null, baseUrl: new URL('https://graph.example.test') }
    const check = (verifyToken: string) => createWhatsApp({ ...settings, verifyToken }).answerCheck?.(new URLSearchParams(query))
    assert.equal(check('TEST_VERIFY'), answer.body)
    assert.equal(check('another'), null)
  })
})
