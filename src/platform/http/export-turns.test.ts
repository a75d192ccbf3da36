// Exports take turns: only one of them makes a batch at a time. New exports are refused while ten are waiting.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Rejection } from '../../domain/values/errors.ts'
import { createExportTurns, EXPORTS_WAITING_MAX } from './export-turns.ts'

const BATCHES = 3
const BATCH_MS = 2

/** A file whose batches take a while. Appends the start and the end of each batch to `log`. */
async function* slowFile(name: string, log: string[]): AsyncGenerator<string> {
  try {
    for (let batch = 1; batch <= BATCHES; batch++) {
      log.push(`begin ${name}`)
      await sleep(BATCH_MS)
      log.push(`end ${name}`)
      yield `${name}${batch}`
    }
  } finally {
    log.push(`close ${name}`)
  }
}

it('makes one batch at a time, in turn, and every file is whole', async () => {
  const exportInTurn = createExportTurns()
  const log: string[] = []
  const files = await Promise.all(['a', 'b', 'c'].map((name) => Array.fromAsync(exportInTurn(slowFile(name, log)))))
  assert.deepEqual(files, [
    ['a1', 'a2', 'a3'],
    ['b1', 'b2', 'b3'],
    ['c1', 'c2', 'c3'],
  ])
  const batches = log.filter((line) => !line.startsWith('close'))
  for (let at = 0; at < batches.length; at += 2) assert.equal(batches[at + 1], batches[at]!.replace('begin', 'end'))
  assert.deepEqual(batches.slice(0, 6), ['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c'])
})

it('refuses a further file while ten wait, and accepts it afterwards', async () => {
  const exportInTurn = createExportTurns()
  const waiting = Array.from({ length: EXPORTS_WAITING_MAX }, (_, n) => Array.fromAsync(exportInTurn(slowFile(`${n}`, []))))
  assert.throws(
    () => exportInTurn(slowFile('late', [])),
    (error) => error instanceof Rejection && error.code === 'OVERLOADED',
  )
  await Promise.all(waiting)
  assert.equal((await Array.fromAsync(exportInTurn(slowFile('late', [])))).length, BATCHES)
})

it('waits for no client that reads slowly, and goes on after a file that failed', async () => {
  const exportInTurn = createExportTurns()
  const slow = Array.from({ length: EXPORTS_WAITING_MAX + 1 }, () => exportInTurn(slowFile('slow', [])))
  for (const file of slow) await file.next()
  const failing = exportInTurn(
    (async function* () {
      yield 'first'
      throw new Error('the store is gone')
    })(),
  )
  await failing.next()
  await assert.rejects(failing.next(), /the store is gone/)
  assert.equal((await Array.fromAsync(exportInTurn(slowFile('next', [])))).length, BATCHES)
})

it('closes the batches when the client leaves', async () => {
  const log: string[] = []
  const file = createExportTurns()(slowFile('a', log))
  await file.next()
  await file.return(undefined)
  assert.deepEqual(log, ['begin a', 'end a', 'close a'])
})
