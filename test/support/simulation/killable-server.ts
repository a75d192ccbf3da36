// A server in a child process that can be killed with SIGKILL and restarted; it uses the simulation's clock.

import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundled } from '../server/server-bundle.ts'
import type { Connection, Reply, Request } from './connection.ts'
import { connectTo } from './connection.ts'

const CLOCK_HEADER = 'x-simulated-now'

export type KillableServer = {
  call(request: Request): Promise<Reply | null>
  killAndRestart(afterMs: number): Promise<void>
  close(): Promise<void>
}

type Store = { databaseUrl: string | undefined; dataDir: string }

const startChild = async (store: Store): Promise<{ connection: Connection; child: ChildProcess }> => {
  const child = fork(await bundled('server-child'), [JSON.stringify(store)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the server ended before it was ready'))),
  ])
  return { connection: connectTo(message.url), child }
}

export const startKillable = async (store: Store, clock: () => number): Promise<KillableServer> => {
  let { connection, child } = await startChild(store)
  const stopWithUs = () => child.kill('SIGKILL')
  process.once('exit', stopWithUs)

  const end = async (): Promise<void> => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    connection.close()
  }
  return {
    call: (request) => connection.send({ ...request, headers: { ...request.headers, [CLOCK_HEADER]: String(clock()) } }),
    killAndRestart: async (afterMs) => {
      await sleep(afterMs)
      await end()
      ;({ connection, child } = await startChild(store))
    },
    close: async () => {
      process.off('exit', stopWithUs)
      await end()
    },
  }
}
