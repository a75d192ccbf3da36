// Settings of message channels: nothing is sent without them, and wrong ones stop the start.

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
