// Settings: their defaults, and a clear word about each that is wrong.

import assert from 'node:assert/strict'
import { isAbsolute } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'

describe('settings', () => {
  it('have the defaults that the README names', () => {
    const config = readConfig({})
    const { port, host, databaseUrl, logLevel, rateLimitPerMinute, publicUrl, demo, easyPost } = config
    assert.deepEqual(
      { port, host, databaseUrl, logLevel, rateLimitPerMinute, publicUrl, demo, easyPost },
      {
        port: 8080,
        host: '127.0.0.1',
        databaseUrl: undefined,
        logLevel: 'info',
        rateLimitPerMinute: 60_000,
        publicUrl: null,
        demo: true,
        easyPost: null,
      },
    )
    assert.ok(isAbsolute(config.dataDir) && config.dataDir.endsWith('data'))
    assert.ok(Object.isFrozen(config))
  })

  it('take blank as unset', () => {
    assert.equal(readConfig({ PORT: ' ', DATABASE_URL: '', WAYBILL_PUBLIC_URL: '' }).port, 8080)
  })

  it('switch EasyPost on with its key, and give a purchase a minute and its look-ups two', () => {
    assert.deepEqual(readConfig({ EASYPOST_API_KEY: 'k' }).easyPost, {
      apiKey: 'k',
      baseUrl: undefined,
      webhookSecret: null,
      buyTimeoutMs: 60_000,
      cleanLooksMs: 120_000,
    })
  })

  it('of webhooks: three days of attempts, this machine in test mode, and hosts that the operator trusts', () => {
    const { retryScheduleMs, ...rest } = readConfig({}).webhooks
    assert.deepEqual(rest, { allow: [], loopbackInTest: true, timeoutMs: 15_000 })
    assert.equal(retryScheduleMs.length, 10)
    const changed = readConfig({
      WAYBILL_WEBHOOK_ALLOW: ' Hooks.Internal:9000, 10.0.0.5 ,',
      WAYBILL_WEBHOOK_LOOPBACK: '0',
      WAYBILL_WEBHOOK_RETRY_SECONDS: '0, 0.5,60',
    })
    assert.partialDeepStrictEqual(changed.webhooks, {
      allow: ['hooks.internal:9000', '10.0.0.5'],
      loopbackInTest: false,
      retryScheduleMs: [0, 500, 60_000],
    })
  })

  it('lose the slashes at the end of the public address', () => {
    assert.equal(readConfig({ WAYBILL_PUBLIC_URL: 'https://api.example.com/waybill//' }).publicUrl, 'https://api.example.com/waybill')
  })

  for (const [name, value] of [
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', 'http'],
    ['WAYBILL_RATE_LIMIT', '-5'],
    ['WAYBILL_LOG_LEVEL', 'loud'],
    ['WAYBILL_WEBHOOK_RETRY_SECONDS', '5s,1m'],
    ['WAYBILL_WEBHOOK_TIMEOUT_MS', '-1'],
    ['WAYBILL_PUBLIC_URL', 'ftp://example.com'],
    ['WAYBILL_PUBLIC_URL', 'example.com'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://one,two/x?target_session_attrs=standby'],
    ['DATABASE_REPLICA_URL', 'postgres://localhost/x'],
    ['WAYBILL_DEMO_TEST_KEY', 'wb_test_short'],
    ['WAYBILL_DEMO_TEST_KEY', 'wb_live_aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['WAYBILL_DEMO_LIVE_KEY', 'wb_live_aaaaaaaaaaaaaaaaaaaa aaaa'],
  ] as const) {
    it(`refuse ${name}=${value}, naming it`, () => {
      assert.throws(() => readConfig({ [name]: value }), { name: 'ConfigError', message: new RegExp(name) })
    })
  }

  it('name several hosts for the primary, and one for the replica', () => {
    const primary = { DATABASE_URL: 'postgres://one:5432,two:5433/x' }
    const replica = { DATABASE_REPLICA_URL: 'postgres://three/x' }
    assert.partialDeepStrictEqual(readConfig({ ...primary, ...replica }), {
      databaseUrl: primary.DATABASE_URL,
      databaseReplicaUrl: replica.DATABASE_REPLICA_URL,
    })
    assert.throws(() => readConfig({ ...primary, DATABASE_REPLICA_URL: 'postgres://three,four/x' }), {
      name: 'ConfigError',
      message: /one host/,
    })
  })

  it('refuse plain http to a carrier that is not on this machine', () => {
    assert.throws(() => readConfig({ EASYPOST_API_KEY: 'k', EASYPOST_BASE_URL: 'http://carrier.example' }), { name: 'ConfigError' })
  })
})
