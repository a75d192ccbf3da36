// One process that runs many commands one after the other. Starting a process for each command would take most of the tests' time.

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
  // Each import of the main module has a different query in its URL, so the command runs again. The modules that the main module imports
  // are loaded only once.
  await import(`${MAIN}?${turn}`)
  return { code: Number(process.exitCode), out: out().trim(), err: err().trim() }
}

let turns = 0
process.on('message', async (asked: Asked) => process.send!(await answer(asked, ++turns)))
// When the parent disconnects, this process exits even if a command left something running.
process.on('disconnect', () => process.exit())
