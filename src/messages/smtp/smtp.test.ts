// Emails arrive with headers, text and HTML. The outcome is unknown only if the connection failed after content was sent.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import type { MailServer } from '../../../test/support/server/mail-server.ts'
import { startMailServer } from '../../../test/support/server/mail-server.ts'
import type { OutgoingMessage } from '../channel.ts'
import { buildMail } from './build.ts'
import type { SmtpSettings } from './connection.ts'
import { poolOptions } from './connection.ts'
import { outcomeOf } from './parse.ts'
import { createSmtp } from './smtp.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const SETTINGS: SmtpSettings = { host: 'smtp.example.test', port: 587, signIn: null, from: 'desk@example.test', dkim: null }

const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 'msg_01test',
  to: 'ada@example.test',
  subject: 'Your parcel is here 包裹',
  text: 'Parcel PKG123 is here.',
  html: '<p>Parcel <b>PKG123</b> is here.</p>',
  template: null,
  unsubscribeUrl: 'https://waybill.example.test/u/TOKEN',
  senderName: 'Sample Freight',
  statusCallbackUrl: null,
  ...more,
})

const NO_LIMIT_MS = 60_000

const connect = (server: MailServer, more: Partial<SmtpSettings> = {}) =>
  createSmtp({ ...SETTINGS, host: '127.0.0.1', port: server.port, ...more })

describe('an e-mail', () => {
  it('arrives with its sender, one recipient, the text before the HTML, and both headers of one-click unsubscription signed', async (t) => {
    const server = await startMailServer()
    const channel = connect(server, { dkim: { domainName: 'example.test', keySelector: 'w1', privateKey } })
    t.after(async () => {
      channel.close?.()
      await server.close()
    })
    assert.deepEqual(await channel.send(message(), NO_LIMIT_MS), { kind: 'sent', providerId: '<msg_01test@example.test>', cost: null })
    const [{ from, to, raw, mail }] = server.received as [MailServer['received'][number]]
    assert.deepEqual([from, to], ['desk@example.test', ['ada@example.test']])
    assert.deepEqual(mail.from.value, [{ address: 'desk@example.test', name: 'Sample Freight' }])
    assert.deepEqual([mail.subject, mail.text.trim()], ['Your parcel is here 包裹', 'Parcel PKG123 is here.'])
    assert.equal(mail.html, '<p>Parcel <b>PKG123</b> is here.</p>')
    assert.equal(mail.messageId, '<msg_01test@example.test>')
    assert.match(raw, /Content-Type: multipart\/alternative;[\s\S]*Content-Type: text\/plain[\s\S]*Content-Type: text\/html/)
    assert.match(raw, /^List-Unsubscribe: <https:\/\/waybill\.example\.test\/u\/TOKEN>\r$/m)
    assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    const signed = /DKIM-Signature:[\s\S]*?\bh=([^;]*);/.exec(raw)?.[1]?.replaceAll(/\s/g, '').toLowerCase().split(':')
    for (const header of ['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']) assert.ok(signed?.includes(header), header)
  })

  it('has an unknown outcome only if the connection failed after its content was sent, and is tried once', async (t) => {
    const server = await startMailServer()
    const channel = connect(server)
    t.after(async () => {
      channel.close?.()
      await server.close()
    })
    const SHORT_MS = 1_000
    const CASES = [
      ['refused for good', { at: 'recipient', answer: 550 }, NO_LIMIT_MS, 'refused, permanent', 0],
      ['asked to wait', { at: 'recipient', answer: 452 }, NO_LIMIT_MS, 'refused, temporary', 0],
      ['its content refused for good', { at: 'content', answer: 554 }, NO_LIMIT_MS, 'refused, permanent', 1],
      ['asked to wait after its content', { at: 'content', answer: 451 }, NO_LIMIT_MS, 'refused, temporary', 1],
      ['without an answer before its content', { at: 'recipient', answer: 'silent' }, SHORT_MS, 'refused, temporary', 0],
      ['without an answer after its content', { at: 'content', answer: 'silent' }, SHORT_MS, 'unknown', 1],
      ['cut before its content', { at: 'recipient', answer: 'cut' }, NO_LIMIT_MS, 'refused, temporary', 0],
      ['cut after its content', { at: 'content', answer: 'cut' }, NO_LIMIT_MS, 'unknown', 1],
    ] as const
    for (const [name, fault, timeoutMs, expected, arrived] of CASES) {
      const before = server.received.length
      server.order(fault)
      const outcome = await channel.send(message(), timeoutMs)
      const kind = outcome.kind === 'refused' ? `refused, ${outcome.isPermanent ? 'permanent' : 'temporary'}` : outcome.kind
      assert.deepEqual([kind, server.received.length - before], [expected, arrived], name)
    }
  })

  it('is refused for a while when nobody listens', async () => {
    const closed = await startMailServer()
    await closed.close()
    const outcome = await connect(closed).send(message(), NO_LIMIT_MS)
    assert.deepEqual([outcome.kind, 'isPermanent' in outcome && outcome.isPermanent], ['refused', false])
  })

  it('to something other than one address opens no connection', async (t) => {
    const server = await startMailServer()
    t.after(() => server.close())
    const channel = connect(server)
    for (const to of ['ada@example.test\r\nBcc: eve@example.test', 'a@example.test, b@example.test', 'Ada <ada@example.test>', 'ada', ''])
      assert.deepEqual(await channel.send(message({ to }), NO_LIMIT_MS), {
        kind: 'refused',
        reason: 'The recipient is not one e-mail address.',
        isPermanent: true,
      })
    assert.equal(server.connections(), 0)
  })

  it('gets no further header from a line break in the subject or the name', () => {
    const mail = buildMail(message({ subject: 'Hello\r\nBcc: eve@example.test', senderName: 'Sample\nFreight' }), SETTINGS)
    assert.deepEqual([mail?.subject, mail?.from], ['Hello Bcc: eve@example.test', { name: 'Sample Freight', address: 'desk@example.test' }])
  })

  it('without an address to unsubscribe has neither header', () => {
    assert.deepEqual(buildMail(message({ unsubscribeUrl: null }), SETTINGS)?.headers, { 'Auto-Submitted': 'auto-generated' })
  })
})

describe('the connection', () => {
  it('is encrypted except on this machine, and never sends a message again by itself', () => {
    const options = (host: string, port: number) => {
      const { secure, requireTLS, maxRequeues } = poolOptions({ ...SETTINGS, host, port })
      return { secure, requireTLS, maxRequeues }
    }
    assert.deepEqual(options('smtp.example.test', 587), { secure: false, requireTLS: true, maxRequeues: 0 })
    assert.deepEqual(options('smtp.example.test', 465), { secure: true, requireTLS: false, maxRequeues: 0 })
    assert.deepEqual(options('127.0.0.1', 2525), { secure: false, requireTLS: false, maxRequeues: 0 })
  })

  it('that refuses our sign-in leaves the message to be retried, and the reason does not show the password', async (t) => {
    const server = await startMailServer({ password: 'right-password' })
    const channel = connect(server, { signIn: { user: 'desk', password: 'wrong-password' } })
    t.after(async () => {
      channel.close?.()
      await server.close()
    })
    const outcome = await channel.send(message(), NO_LIMIT_MS)
    assert.deepEqual([outcome.kind, 'isPermanent' in outcome && outcome.isPermanent], ['refused', false])
    const told = outcomeOf({ message: 'x', response: '535 wrong-password is wrong', responseCode: 535, code: 'EAUTH' }, false, [
      'wrong-password',
    ])
    assert.deepEqual(told, { kind: 'refused', reason: '535 [secret] is wrong', isPermanent: false })
  })

  const REFUSALS: [string, boolean][] = [
    ['550 5.1.1 No such user here', true],
    ['550-5.1.1 The account does not exist', true],
    ['550 5.2.1 Mailbox disabled', true],
    ['550 5.7.1 Message rejected as spam', false],
    ['552 5.2.2 Mailbox full', false],
    ['553 5.1.8 Sender address rejected', false],
  ]
  for (const [response, expected] of REFUSALS)
    it(`that answers "${response}" ${expected ? 'has no such mailbox' : 'says nothing about the mailbox'}`, () => {
      const outcome = outcomeOf({ message: 'x', response, responseCode: Number(response.slice(0, 3)) }, false, [])
      assert.equal('isUnreachable' in outcome, expected)
    })
})
