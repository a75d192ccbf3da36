// Every setting that readConfig reads is documented. All boolean settings accept the same words, and every secret can be read from a file.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'

describe('every setting', () => {
  /** Without this key, the other settings of EasyPost are not read. */
  const GIVEN = { EASYPOST_API_KEY: 'k' }
  const names = new Set<string>()
  readConfig(
    new Proxy(GIVEN as Record<string, string | undefined>, {
      get: (given, name: string) => {
        names.add(name)
        return given[name]
      },
    }),
  )
  const own = [...names].filter((name) => !name.endsWith('_FILE'))

  const booleansIn = (value: unknown): boolean[] =>
    typeof value === 'boolean' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(booleansIn) : []
  /** All booleans of the config if the setting `name` has the value `text`; null if that value is refused. */
  const booleansWith = (name: string, text: string): string | null => {
    try {
      return booleansIn(readConfig({ ...GIVEN, [name]: text })).join()
    } catch {
      return null
    }
  }

  it('that is a boolean is 0, 1, true or false, and nothing else: read it with flag()', () => {
    const usual = booleansIn(readConfig(GIVEN)).join()
    // HOST is left out. HOST is not a boolean, but its value changes the default of a boolean.
    const switching = own.filter(
      (name) => name !== 'HOST' && ['0', '1', 'true', 'false'].some((text) => ![usual, null].includes(booleansWith(name, text))),
    )
    assert.ok(switching.length >= 4, switching.join())
    const read = (name: string) => ['1', '0', 'yes', 'off', '2'].map((text) => booleansWith(name, text))
    const wrong = switching.filter((name) => {
      const [on, off, ...others] = read(name)
      return on === off || on !== booleansWith(name, 'true') || off !== booleansWith(name, 'false') || others.some((one) => one !== null)
    })
    assert.deepEqual(wrong, [])
  })

  it('that is a secret can be given as a file: read it with readSecret()', () => {
    const secret = own.filter((name) => /(KEY|SECRET|TOKEN|PASSWORD|^DATABASE_\w*URL)$/.test(name))
    assert.ok(secret.length >= 10)
    assert.deepEqual(
      secret.filter((name) => !names.has(`${name}_FILE`)),
      [],
    )
  })

  it('is explained to operators in docs/settings.md', () => {
    const text = readFileSync(join(import.meta.dirname, '../docs/settings.md'), 'utf8')
    // systemd sets these variables; operators do not.
    const ofSystemd = ['LISTEN_FDS', 'LISTEN_PID']
    assert.deepEqual(
      own.filter((name) => !ofSystemd.includes(name) && !text.includes(name)),
      [],
    )
  })
})
