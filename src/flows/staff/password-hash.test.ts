// Passwords are stored as Argon2id hashes with their cost settings. For an account that does not exist, every password is wrong.

import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { describe, it } from 'node:test'
import { HASHES_AT_ONCE, HASHES_WAITING_MAX, hashPassword, NONCE_BYTES, verifyPassword } from './password-hash.ts'

const NONCE = new Uint8Array(NONCE_BYTES).fill(7)

describe('a password hash', () => {
  it('is Argon2id of the password, in the usual notation', async () => {
    const stored = await hashPassword('a long password', NONCE)
    const costs = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 }
    const tag = argon2Sync('argon2id', { message: 'a long password', nonce: NONCE, ...costs })
    const plain = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
    assert.equal(stored, `$argon2id$v=19$m=19456,t=2,p=1$${plain(NONCE)}$${plain(tag)}`)
  })

  it('fits its password alone', async () => {
    const stored = await hashPassword('a long password', NONCE)
    assert.equal(await verifyPassword('a long password', stored), true)
    for (const wrong of ['a long passwore', 'A long password', '', ' a long password']) {
      assert.equal(await verifyPassword(wrong, stored), false, wrong)
    }
  })

  it('is one for composed and decomposed letters', async () => {
    const stored = await hashPassword('\u00e0\u00e0\u00e0 password', NONCE)
    assert.equal(await verifyPassword('a\u0300a\u0300a\u0300 password', stored), true)
  })

  it('is checked with the costs it was made with', async () => {
    const costs = { parallelism: 1, memory: 64, passes: 1, tagLength: 16 }
    const tag = argon2Sync('argon2id', { message: 'a long password', nonce: NONCE, ...costs }).toString('base64')
    const nonce = Buffer.from(NONCE).toString('base64')
    const older = `$argon2id$v=19$m=64,t=1,p=1$${nonce}$${tag}`.replaceAll('=$', '$').replaceAll(/=+(\$|$)/g, '$1')
    assert.equal(await verifyPassword('a long password', older), true)
  })

  it('is refused, with when to come again, when more wait to be checked than can be in good time', async () => {
    const cheap = '$argon2id$v=19$m=64,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$AAAAAAAAAAAAAAAAAAAAAA'
    const tooMany = 5
    const checks = Array.from({ length: HASHES_AT_ONCE + HASHES_WAITING_MAX + tooMany }, () => verifyPassword('a long password', cheap))
    const refused = (await Promise.allSettled(checks)).filter((check) => check.status === 'rejected')
    assert.equal(refused.length, tooMany)
    for (const { reason } of refused)
      assert.deepEqual([reason.code, reason.status, reason.retryAfterSeconds > 0], ['OVERLOADED', 503, true])
    assert.equal(await verifyPassword('a long password', cheap), false, 'and then there is room again')
  })

  it('of nobody fits nothing, and takes the time of a real one', async () => {
    const stored = await hashPassword('a long password', NONCE)
    const timed = async (hash: string | null): Promise<number> => {
      const start = process.hrtime.bigint()
      for (let i = 0; i < 5; i++) assert.equal(await verifyPassword('another password', hash), false)
      return Number(process.hrtime.bigint() - start)
    }
    const ratio = (await timed(null)) / (await timed(stored))
    assert.ok(ratio > 1 / 4 && ratio < 4, `took ${ratio} times as long`)
  })
})
