// Starts several processes on one store at the same time and collects their results.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { bundled } from '../server/server-bundle.ts'

const BOOT_MS = 150

export const runTogether = async (processes: number, task: 'migrate' | 'count' | 'crowd', input: object): Promise<unknown[]> => {
  const program = await bundled('store-child')
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, [program, task, JSON.stringify(input)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const answers = children.map(async (child) => {
    const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    if (code !== 0) throw new Error(`the process ended with code ${code}`)
    return JSON.parse(answer)
  })
  setTimeout(() => children.forEach((child) => void child.stdin.end()), BOOT_MS)
  return Promise.all(answers)
}
