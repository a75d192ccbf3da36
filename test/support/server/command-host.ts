// One process that runs many commands one after another, because most of a command's time is its start.

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Asked, Finished } from './command-line.ts'

const MAIN = pathToFileURL(resolve(import.meta.dirname, '../../../src/main.ts')).href
const [node, launcher] = process.argv as [string, string]

const captured = (stream: NodeJS.WriteStream): (() => string) => {
  let text = ''
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }
  return () => text
}

const answer = async ({ args, env }: Asked, turn: number): Promise<Finished> => {
  process.argv = [node, launcher, ...args]
  process.env = { ...env }
  process.exitCode = 0
  const [out, err] = [captured(process.stdout), captured(process.stderr)]
  // The command is imported under another name each time, so that it runs again; its own imports are loaded only once.
  await import(`${MAIN}?${turn}`)
  return { code: Number(process.exitCode), out: out().trim(), err: err().trim() }
}

let turns = 0
process.on('message', async (asked: Asked) => process.send!(await answer(asked, ++turns)))
// Ends anything that a command left running.
process.on('disconnect', () => process.exit())
