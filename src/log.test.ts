// Log lines about money are written at once.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ABOUT_MONEY } from './log.ts'

const LOG = pathToFileURL(resolve(import.meta.dirname, 'log.ts')).href

/** Runs the script in a process that is killed right after the script's last line. Returns the output of the process. */
const saidBeforeKill = (script: string): string => {
  const code = `import { createLogger, reportTo } from ${JSON.stringify(LOG)}
    const logger = createLogger('info')
    const report = reportTo(logger)
    ${script}
    process.kill(process.pid, 'SIGKILL')`
  const { stderr, signal } = spawnSync(process.execPath, ['--input-type=module-typescript', '--eval', code], { encoding: 'utf8' })
  assert.equal(signal, 'SIGKILL', stderr)
  return stderr
}

describe('a report of money', () => {
  for (const about of ABOUT_MONEY)
    it(`that names its ${about} survives a kill right after it`, () => {
      assert.match(saidBeforeKill(`report('needs a person', { ${about}: 'id_1' })`), /"msg":"needs a person"/)
    })

  it('survives a kill right after it, and so do earlier lines', () => {
    const said = saidBeforeKill(`logger.info('before')
      report('late carrier purchase refunded', { purchase: 'pur_1', tracking_code: 'X' })`)
    const lines = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ msg, purchase }) => [msg, purchase]),
      [
        ['before', undefined],
        ['late carrier purchase refunded', 'pur_1'],
      ],
    )
  })

  it('in any flow of booking and billing names one of these, and is written at once', () => {
    // The only report in these flows that is not about money. A label that could not be stored can be fetched again.
    const notOfMoney = ['carrier label not kept yet']
    const files = globSync('flows/{booking,billing}/**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
    const reports = files.flatMap((file) =>
      [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/\breport\(([^{]*)\{([^}]*)\}/g)].map(
        ([, what = '', details = '']) => ({
          what: what.trim().replaceAll(/^'|',$/g, ''),
          isNamed: ABOUT_MONEY.some((name) => details.split(/[\s,:]+/).includes(name)),
        }),
      ),
    )
    assert.ok(reports.length > 10, `${reports.length} found`)
    const unnamed = reports.filter(({ isNamed }) => !isNamed).map(({ what }) => what)
    assert.deepEqual(unnamed, notOfMoney)
  })
})
