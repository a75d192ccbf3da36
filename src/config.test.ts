// Every setting has its documented default, and a wrong setting gives a clear error.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Config } from './config.ts'
import { readConfig } from './config.ts'

describe('settings', () => {
  it('have the defaults that docs/settings.md names', () => {
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

  for (const [text, value] of [
    ['0', false],
    ['false', false],
    ['FALSE', false],
    [' False ', false],
    ['1', true],
    ['true', true],
    ['TRUE', true],
  ] as const) {
    it(`read "${text}" as ${value}, for every boolean`, () => {
      const { demo, shedsLoad, traces, webhooks } = readConfig({
        WAYBILL_DEMO: text,
        WAYBILL_SHED_LOAD: text,
        WAYBILL_TRACES: text,
        WAYBILL_WEBHOOK_LOOPBACK: text,
      })
      assert.deepEqual([demo, shedsLoad, traces, webhooks.loopbackInTest], [value, value, value, value])
    })
  }

  it('treat blank as unset', () => {
    assert.equal(readConfig({ PORT: ' ', DATABASE_URL: '', WAYBILL_PUBLIC_URL: '' }).port, 8080)
  })

  it('enable EasyPost with its key, with one minute for a purchase and two for its look-ups', () => {
    assert.deepEqual(readConfig({ EASYPOST_API_KEY: 'k' }).easyPost, {
      apiKey: 'k',
      baseUrl: undefined,
      customs: null,
      webhookSecret: null,
      buyTimeoutMs: 60_000,
      cleanLooksMs: 120_000,
    })
  })

  it('enable Paystack for the mode of the key, and refuse a key of the other mode', () => {
    assert.deepEqual(readConfig({}).paystack, { secretKeys: {}, baseUrl: undefined })
    const keys = { PAYSTACK_SECRET_KEY: 'sk_live_a', PAYSTACK_TEST_SECRET_KEY: 'sk_test_b' }
    assert.deepEqual(readConfig(keys).paystack.secretKeys, { live: 'sk_live_a', test: 'sk_test_b' })
    for (const [name, value] of [
      ['PAYSTACK_SECRET_KEY', 'sk_test_b'],
      ['PAYSTACK_TEST_SECRET_KEY', 'sk_live_a'],
      ['PAYSTACK_BASE_URL', 'http://paystack.example'],
    ] as const)
      assert.throws(() => readConfig({ [name]: value }), { name: 'ConfigError', message: new RegExp(`^${name} `) })
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

  it('of webhooks warn of entries that are not hosts: patterns, networks, URLs, other spellings of addresses', () => {
    const warningsOf = (WAYBILL_WEBHOOK_ALLOW: string) => readConfig({ WAYBILL_WEBHOOK_ALLOW }).warnings
    for (const each of ['*', '*.internal', '*:80', '0.0.0.0/0', '::/0', '10.0.0.0/8', 'http://hooks.internal', '::1', '010.0.0.5', 'a b'])
      assert.deepEqual(warningsOf(`hooks.internal, ${each}`), [
        `WAYBILL_WEBHOOK_ALLOW: "${each}" is not a host and has no effect; name each host, such as 10.0.0.5 or hooks.internal:9000.`,
      ])
    assert.deepEqual(warningsOf('Hooks.Internal:9000, 10.0.0.5, [::1], [fd00::1]:8080, hooks:80, hooks:443, under_score'), [])
  })

  const TARGETS: [settings: Record<string, string>, loopbackInTest: boolean][] = [
    [{}, true],
    [{ WAYBILL_WEBHOOK_LOOPBACK: '0' }, false],
    [{ WAYBILL_TRUSTED_PROXIES: '127.0.0.1' }, false],
    [{ WAYBILL_TRUSTED_PROXIES: '127.0.0.1', WAYBILL_WEBHOOK_LOOPBACK: '1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '192.0.2.7' }, false],
    [{ LISTEN_FDS: '1', LISTEN_PID: String(process.pid) }, false],
    [{ LISTEN_FDS: '1', LISTEN_PID: '1' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0', WAYBILL_WEBHOOK_LOOPBACK: '1' }, true],
    [{ WAYBILL_WEBHOOK_LOOPBACK: '1' }, true],
    [{ WAYBILL_PUBLIC_URL: 'https://api.example.com' }, false],
    [{ WAYBILL_PUBLIC_URL: 'https://api.example.com', WAYBILL_WEBHOOK_LOOPBACK: '1' }, true],
    [{ WAYBILL_PUBLIC_URL: 'https://api.example.com', WAYBILL_WEBHOOK_LOOPBACK: '0' }, false],
  ]
  for (const [settings, loopbackInTest] of TARGETS) {
    it(`let test mode ${loopbackInTest ? '' : 'not '}reach this machine with ${JSON.stringify(settings).replace(String(process.pid), 'its own')}`, () => {
      assert.equal(readConfig(settings).webhooks.loopbackInTest, loopbackInTest)
    })
  }

  it('trust no proxy except those named by address or network', () => {
    assert.deepEqual(readConfig({}).trustedProxies, [])
    const named = readConfig({ WAYBILL_TRUSTED_PROXIES: ' 127.0.0.1, 10.0.0.0/8,::1 , fd00::/8,' })
    assert.deepEqual(named.trustedProxies, ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])
  })

  it('drop trailing slashes of the public URL', () => {
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
    ['PORT', '0x10'],
    ['PORT', '1e3'],
    ['WAYBILL_WEBHOOK_TIMEOUT_MS', '-1'],
    ['WAYBILL_WEBHOOK_TIMEOUT_MS', '0'],
    ['WAYBILL_WEBHOOK_RETRY_SECONDS', '0,99999999999999999999'],
    ['WAYBILL_PUBLIC_URL', 'https:/api.example.com'],
    ['WAYBILL_PUBLIC_URL', 'https://user:word@api.example.com'],
    ['WAYBILL_PUBLIC_URL', 'https://api.example.com/?a=1'],
    ['WAYBILL_PUBLIC_URL', 'https://api.example.com/#a'],
    ['WAYBILL_PUBLIC_URL', 'ftp://example.com'],
    ['WAYBILL_TRUSTED_PROXIES', 'proxy.internal'],
    ['WAYBILL_TRUSTED_PROXIES', 'true'],
    ['WAYBILL_TRUSTED_PROXIES', '*'],
    ['WAYBILL_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['WAYBILL_TRUSTED_PROXIES', '10.0.0.0/0'],
    ['WAYBILL_TRUSTED_PROXIES', '127.0.0.1;10.0.0.1'],
    ['WAYBILL_TRUSTED_PROXIES', '::1/129'],
    ['WAYBILL_TRUSTED_PROXIES', '10.0.0.0/'],
    ['WAYBILL_PUBLIC_URL', 'example.com'],
    ...['WAYBILL_DEMO', 'WAYBILL_SHED_LOAD', 'WAYBILL_TRACES', 'WAYBILL_WEBHOOK_LOOPBACK'].flatMap((name) =>
      ['no', 'off', 'yes', '2', 'falsch', 'constructor'].map((value) => [name, value] as const),
    ),
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://one:5432,two:5433/x'],
    ['DATABASE_URL', 'postgres:///x?host=/run/one,/run/two'],
    ['DATABASE_URL', 'postgres://localhost:99999/x'],
    ['DATABASE_URL', 'postgres://localhost/x?sslmode=verify-full&sslrootcert=/nowhere/ca.crt'],
    ['WAYBILL_SECRET_KEY', ','],
    ['WAYBILL_METRICS_PORT', '8080'],
    ['WAYBILL_DEMO_TEST_KEY', 'wb_test_short'],
    ['WAYBILL_DEMO_TEST_KEY', 'wb_live_aaaaaaaaaaaaaaaaaaaaaaaa'],
    ['WAYBILL_DEMO_LIVE_KEY', 'wb_live_aaaaaaaaaaaaaaaaaaaa aaaa'],
  ] as const) {
    it(`refuse ${name}=${value}, naming it`, () => {
      assert.throws(() => readConfig({ [name]: value }), { name: 'ConfigError', message: new RegExp(name) })
    })
  }

  it('refuse zero time for a carrier: its purchases would count as not bought', () => {
    for (const name of ['EASYPOST_BUY_TIMEOUT_MS', 'EASYPOST_CLEAN_LOOKS_MS'])
      assert.throws(() => readConfig({ EASYPOST_API_KEY: 'k', [name]: '0' }), { name: 'ConfigError', message: new RegExp(name) })
  })

  it('refuse quotes around any of them but a secret, which may have them', () => {
    const text = ['config.ts', 'providers-config.ts'].map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join()
    const names = [...new Set(text.match(/(?<=(?<!Secret)\(env, ')[A-Z_]+(?=')/g))]
    assert.ok(['HOST', 'WAYBILL_DATA', 'WAYBILL_WEBHOOK_ALLOW', 'EASYPOST_BASE_URL'].every((name) => names.includes(name)))
    for (const name of names.filter((each) => !each.startsWith('LISTEN_') && !each.startsWith('DATABASE_')))
      for (const quoted of ['"1"', "'1'", ' "1" '])
        assert.throws(() => readConfig({ EASYPOST_API_KEY: 'k', [name]: quoted }), { message: new RegExp(`^${name} has quotes around it`) })
    const secret = `"${'k'.repeat(32)}"`
    assert.deepEqual(readConfig({ WAYBILL_SECRET_KEY: secret }).secretKeys, [secret])
  })

  it('refuse several hosts of a database without quoting the password, which may have a comma', () => {
    assert.throws(() => readConfig({ DATABASE_URL: 'postgres://user:hunter2@one,two/x' }), {
      message: /^(?!.*hunter2)DATABASE_URL names several hosts\. Name one that always leads to the primary/,
    })
    for (const DATABASE_URL of ['postgres://user:hunter,2@one:5432/x', 'postgres://user@localhost/x?host=%2Frun%2Fone', 'postgres:///x'])
      assert.equal(readConfig({ DATABASE_URL }).databaseUrl, DATABASE_URL)
  })

  it('warn that a replica, which earlier versions read from, is ignored', () => {
    const { warnings } = readConfig({ DATABASE_URL: 'postgres://one/x', DATABASE_REPLICA_URL: 'postgres://two/x' })
    assert.deepEqual(warnings, ['DATABASE_REPLICA_URL is ignored: this version reads from DATABASE_URL only.'])
    assert.deepEqual(readConfig({ DATABASE_REPLICA_URL: '' }).warnings, [])
  })

  it('declare to customs the value and signer of the operator, and nothing unless both are set', () => {
    const value = { EASYPOST_API_KEY: 'k', EASYPOST_CUSTOMS_USD_PER_KG: '12.50' }
    const signer = { EASYPOST_API_KEY: 'k', EASYPOST_CUSTOMS_SIGNER: 'Sample Forwarding' }
    assert.deepEqual(readConfig({ ...value, ...signer }).easyPost?.customs, { usdPerKg: '12.50', signer: 'Sample Forwarding' })
    for (const half of [value, signer]) assert.throws(() => readConfig(half), { name: 'ConfigError', message: /set together/ })
    for (const wrong of ['0', '0.00', '-3', '1e3', 'a lot', '1234567'])
      assert.throws(() => readConfig({ ...signer, EASYPOST_CUSTOMS_USD_PER_KG: wrong }), { name: 'ConfigError', message: /USD_PER_KG/ })
  })

  it('have sample customs for a simulator on this machine, without settings', () => {
    const customs = (url?: string) => readConfig({ EASYPOST_API_KEY: 'k', EASYPOST_BASE_URL: url }).easyPost?.customs
    assert.deepEqual(customs('http://127.0.0.1:9')?.signer, 'Rehearsal')
    for (const real of [undefined, 'https://carrier.example']) assert.equal(customs(real), null)
  })

  it('refuse plain http to a carrier that is not on this machine', () => {
    assert.throws(() => readConfig({ EASYPOST_API_KEY: 'k', EASYPOST_BASE_URL: 'http://carrier.example' }), { name: 'ConfigError' })
  })

  it('warn of unknown names, with the one that was probably meant', () => {
    const { warnings } = readConfig({ WAYBILL_DEMOS: '0', WAYBILL_TRUSTED_PROXY: '::1', WAYBILL_FAVOURITE_COLOUR: 'red', OTHER: 'x' })
    assert.deepEqual(warnings, [
      'WAYBILL_DEMOS is not a known setting; did you mean WAYBILL_DEMO?',
      'WAYBILL_FAVOURITE_COLOUR is not a known setting.',
      'WAYBILL_TRUSTED_PROXY is not a known setting; did you mean WAYBILL_TRUSTED_PROXIES?',
    ])
  })

  it('include every name in the source and in docs/settings.md', () => {
    const text = ['config.ts', '../docs/settings.md'].map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join()
    const names = [...new Set(text.match(/\bWAYBILL_[A-Z_]*[A-Z]\b/g))]
    assert.ok(names.length > 15)
    assert.deepEqual(
      names.flatMap((name) => readConfig({ [name]: '' }).warnings),
      [],
    )
  })
})

describe('secrets in files', () => {
  let dir: string
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'waybill-secrets-'))
  })
  after(() => rmSync(dir, { recursive: true }))

  const inFile = (text: string): string => {
    const file = join(dir, 'secret')
    writeFileSync(file, text)
    return file
  }

  const SECRETS: [name: string, value: string, read: (config: Config) => unknown, beside?: Record<string, string>][] = [
    ['DATABASE_URL', 'postgres://one/x', ({ databaseUrl }) => databaseUrl],
    ['EASYPOST_API_KEY', 'k', ({ easyPost }) => easyPost?.apiKey],
    ['EASYPOST_WEBHOOK_SECRET', 's', ({ easyPost }) => easyPost?.webhookSecret, { EASYPOST_API_KEY: 'k' }],
    ['PAYSTACK_SECRET_KEY', 'sk_live_a', ({ paystack }) => paystack.secretKeys.live],
    ['PAYSTACK_TEST_SECRET_KEY', 'sk_test_a', ({ paystack }) => paystack.secretKeys.test],
    ['WAYBILL_METRICS_TOKEN', '0123456789abcdef', ({ metrics }) => metrics.token],
    ['WAYBILL_DEMO_TEST_KEY', 'wb_test_aaaaaaaaaaaaaaaaaaaaaaaa', ({ demoKeys }) => demoKeys.test],
    ['WAYBILL_DEMO_LIVE_KEY', 'wb_live_aaaaaaaaaaaaaaaaaaaaaaaa', ({ demoKeys }) => demoKeys.live],
  ]
  for (const [name, value, readBack, beside = {}] of SECRETS) {
    it(`${name}_FILE names a file with ${name}, whose line end is dropped, and is a known name`, () => {
      const config = readConfig({ ...beside, [`${name}_FILE`]: inFile(`${value}\n`) })
      assert.equal(readBack(config), value)
      assert.deepEqual(config.warnings, [])
    })
  }

  const refused = (settings: Record<string, string>, message: RegExp) =>
    assert.throws(() => readConfig(settings), { name: 'ConfigError', message })

  it('are refused when they are missing or empty, or when the secret is given too', () => {
    refused({ DATABASE_URL_FILE: join(dir, 'none') }, /DATABASE_URL_FILE.*none.*ENOENT/)
    refused({ DATABASE_URL_FILE: inFile(' \n') }, /DATABASE_URL_FILE.*empty/)
    refused({ DATABASE_URL: 'postgres://one/x', DATABASE_URL_FILE: inFile('postgres://one/x') }, /both/)
  })
})
