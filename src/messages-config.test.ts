// Settings of message channels. Without settings, nothing is sent. Invalid settings prevent the server from starting.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'

const pem = (type: 'rsa' | 'ec'): string => {
  const encoding = { privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } } as const
  if (type === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256', ...encoding }).privateKey
  return generateKeyPairSync('rsa', { modulusLength: 2048, ...encoding }).privateKey
}

const refused = (settings: Record<string, string>, message: RegExp) =>
  assert.throws(() => readConfig(settings), { name: 'ConfigError', message })

describe('e-mail', () => {
  const SMTP = { SMTP_HOST: 'smtp.example.test', SMTP_FROM: 'desk@example.test' }

  it('is on with a host and a sender', () => {
    assert.equal(readConfig({}).channels.smtp, null)
    const smtp = { host: 'smtp.example.test', port: 587, signIn: null, from: 'desk@example.test', dkim: null }
    assert.deepEqual(readConfig(SMTP).channels.smtp, smtp)
    const signIn = { user: 'desk', password: 'p' }
    const given = readConfig({ ...SMTP, SMTP_PORT: '465', SMTP_USER: 'desk', SMTP_PASSWORD: 'p' })
    assert.deepEqual(given.channels.smtp, { ...smtp, port: 465, signIn })
  })

  it('is signed with a key that can be read', () => {
    const privateKey = pem('rsa').trim()
    const dkim = { SMTP_DKIM_DOMAIN: 'example.test', SMTP_DKIM_SELECTOR: 'w1', SMTP_DKIM_KEY: privateKey }
    assert.deepEqual(readConfig({ ...SMTP, ...dkim }).channels.smtp?.dkim, { domainName: 'example.test', keySelector: 'w1', privateKey })
    refused({ ...SMTP, ...dkim, SMTP_DKIM_KEY: 'MIIE' }, /^SMTP_DKIM_KEY must be an RSA/)
    refused({ ...SMTP, ...dkim, SMTP_DKIM_KEY: pem('ec') }, /^SMTP_DKIM_KEY must be an RSA/)
    refused({ ...SMTP, SMTP_DKIM_DOMAIN: 'example.test' }, /must be set together/)
  })

  it('is refused with a sender that is not one address, or half a sign-in', () => {
    refused({ SMTP_HOST: 'smtp.example.test' }, /^SMTP_FROM must be one/)
    refused({ ...SMTP, SMTP_FROM: 'Desk <desk@example.test>' }, /^SMTP_FROM must be one/)
    refused({ ...SMTP, SMTP_USER: 'desk' }, /must be set together/)
    refused({ ...SMTP, SMTP_PORT: '0' }, /^SMTP_PORT must be/)
  })
})

describe('SMS', () => {
  const TERMII = { TERMII_API_KEY: 'k', TERMII_SENDER_ID: 'WAYBILL', TERMII_BASE_URL: 'https://termii.example.test' }
  const TWILIO = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+15005550006' }
  const AFRICASTALKING = { AFRICASTALKING_API_KEY: 'k', AFRICASTALKING_USERNAME: 'sandbox' }

  it('is on with the keys of one provider', () => {
    assert.equal(readConfig({}).channels.sms, null)
    assert.equal(readConfig(TERMII).channels.sms?.baseUrl.origin, 'https://termii.example.test')
    assert.equal(readConfig(TWILIO).channels.sms?.baseUrl.origin, 'https://api.twilio.com')
    assert.equal(readConfig(AFRICASTALKING).channels.sms?.baseUrl.origin, 'https://api.africastalking.com')
    refused({ ...TERMII, ...TWILIO }, /one provider of SMS, not of several: termii, twilio/)
  })

  it('is refused half set, over plain http, or with a callback secret that can be guessed', () => {
    for (const [whole, name] of [
      [TERMII, 'TERMII_SENDER_ID'],
      [TERMII, 'TERMII_BASE_URL'],
      [TWILIO, 'TWILIO_ACCOUNT_SID'],
      [TWILIO, 'TWILIO_FROM'],
      [AFRICASTALKING, 'AFRICASTALKING_USERNAME'],
    ] as const)
      refused({ ...whole, [name]: '' }, new RegExp(`^${name} must be set`))
    refused({ ...TERMII, TERMII_BASE_URL: 'http://termii.example.test' }, /^TERMII_BASE_URL must be https/)
    refused({ ...AFRICASTALKING, AFRICASTALKING_CALLBACK_SECRET: 'short' }, /^AFRICASTALKING_CALLBACK_SECRET must have 16/)
  })
})

describe('WhatsApp', () => {
  it('is on with a token and the id of the number', () => {
    const settings = { WHATSAPP_TOKEN: 't', WHATSAPP_PHONE_NUMBER_ID: '1' }
    const { token, phoneNumberId, appSecret, verifyToken, baseUrl } = readConfig(settings).channels.whatsApp!
    assert.deepEqual([token, phoneNumberId, appSecret, verifyToken, baseUrl.origin], ['t', '1', null, null, 'https://graph.facebook.com'])
    refused({ WHATSAPP_TOKEN: 't' }, /^WHATSAPP_PHONE_NUMBER_ID must be set/)
  })
})
