// What the log says of money is written before anything else happens.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'

const LOG = pathToFileURL(resolve(import.meta.dirname, 'log.ts')).href

/** What a process has written when it is killed at the instant after its last line. */
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
  for (const about of ['purchase', 'notice', 'invoice', 'business', 'worker'])
    it(`that names its ${about} is not lost when the process is killed right after it`, () => {
      assert.match(saidBeforeKill(`report('needs a person', { ${about}: 'id_1' })`), /"msg":"needs a person"/)
    })

  it('is not lost when the process is killed right after it, nor is what was logged before', () => {
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
})
