// A listening socket from systemd: while one server stops and the next server starts, connections wait and no connection is refused.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { sqlite } from '../../support/engine/engines.ts'
import { importOcean } from '../../support/samples/requests.ts'
import { until } from '../../support/server/carrier-server.ts'
import { bundled } from '../../support/server/server-bundle.ts'

const TEST_KEY = 'wb_test_handed_socket_0000000000'
const WAIT_MAX_MS = 90_000
const CLIENTS = 12

/**
 * A shell script that runs the server twice. The shell keeps the socket open in between, like systemd, and accepts no connections itself.
 */
const RUN_TWICE = 'trap : TERM; for n in 1 2; do sh -c \'export LISTEN_PID=$$; exec "$@"\' sh "$@" || exit; done'

const fdOf = (server: Server): number => (server as unknown as { _handle: { fd: number } })._handle.fd

/** Sends a POST request over a new connection, and returns the status of the answer. */
const post = async (port: number, path: string, body: object): Promise<number> => {
  const headers = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false })
  sent.end(JSON.stringify(body))
  const [response] = await once(sent, 'response')
  await text(response)
  return response.statusCode
}

describe('a socket that was handed over', () => {
  for (const [what, args] of [
    ['one process', []],
    ['several workers', ['--workers', '2']],
  ] as const)
    it(`${what}: a restart under load fails no request`, async () => {
      const store = await sqlite.freshDb([])
      const socket = createServer().listen(0, '127.0.0.1')
      await once(socket, 'listening')
      const { port } = socket.address() as AddressInfo
      const env = {
        PATH: process.env.PATH,
        ...store.env,
        LISTEN_FDS: '1',
        PORT: '0',
        WAYBILL_DEMO_TEST_KEY: TEST_KEY,
        WAYBILL_RATE_LIMIT: '0',
        // On a busy machine, load shedding would refuse some requests. This test expects every request to succeed.
        WAYBILL_SHED_LOAD: '0',
      }
      const command = ['-c', RUN_TWICE, 'sh', process.execPath, await bundled('waybill'), 'serve', ...args]
      const shell = spawn('sh', command, { env, stdio: ['ignore', 'pipe', 'inherit', fdOf(socket)], detached: true })
      const ended = once(shell, 'exit')
      socket.close()
      try {
        let said = ''
        const starts = () => said.split('Waybill is ready at ').length - 1
        shell.stdout!.on('data', (chunk) => {
          said += chunk
        })
        await until('the first server', async () => starts() === 1, WAIT_MAX_MS)
        assert.match(said, new RegExp(`Waybill is ready at http://127\\.0\\.0\\.1:${port}`))

        const statuses: (number | string)[] = []
        let isLoaded = true
        const client = async (): Promise<void> => {
          while (isLoaded)
            statuses.push(await post(port, '/v1/parcel_quotes', { parcel: importOcean() }).catch((error) => String(error.code ?? error)))
        }
        const clients = Array.from({ length: CLIENTS }, client)
        await until('some quotes', async () => statuses.length >= 10, WAIT_MAX_MS)
        process.kill(-shell.pid!, 'SIGTERM')
        await until('the second server', async () => starts() === 2, WAIT_MAX_MS)
        const before = statuses.length
        await until('more quotes', async () => statuses.length >= before + 10, WAIT_MAX_MS)
        isLoaded = false
        await Promise.all(clients)
        assert.deepEqual(
          statuses.filter((status) => status !== 201),
          [],
        )
      } finally {
        process.kill(-shell.pid!, 'SIGKILL')
        await ended
        await store.drop()
      }
    })
})
