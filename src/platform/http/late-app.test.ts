// A late application is built once, on the first request for one of its paths.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { serveLate } from './late-app.ts'

const builtApp = async (): Promise<FastifyInstance> => {
  const app = Fastify()
  app.get('/late', async () => 'late')
  await app.ready()
  return app
}

describe('an application that is built late', () => {
  const server = createServer((_request, response) => response.end('others'))
  const failures: string[] = []
  let built = 0
  let isBroken = true
  let late: ReturnType<typeof serveLate>
  before(async () => {
    late = serveLate(server, /^\/late/, {
      build: async () => {
        built++
        if (isBroken) throw new Error('broken')
        return builtApp()
      },
      requestIdOf: () => 'req_1',
      failed: (error, requestId) => failures.push(`${requestId} ${(error as Error).message}`),
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(() => server.close())

  const answer = async (path: string): Promise<[number, string]> => {
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
    return [response.status, await response.text()]
  }

  it('is not built for other requests', async () => {
    assert.deepEqual(await answer('/others'), [200, 'others'])
    assert.equal(built, 0)
  })

  it('answers 500 if it cannot be built, and is tried again', async () => {
    const [status, text] = await answer('/late')
    assert.deepEqual([status, JSON.parse(text).request_id], [500, 'req_1'])
    assert.deepEqual(failures, ['req_1 broken'])
    isBroken = false
    assert.deepEqual(await answer('/late'), [200, 'late'])
  })

  it('is built once for all requests', async () => {
    const before = built
    assert.deepEqual(await Promise.all([answer('/late'), answer('/late')]), [
      [200, 'late'],
      [200, 'late'],
    ])
    assert.equal(built, before)
    assert.deepEqual(await answer('/others'), [200, 'others'])
  })

  it('is not built any more while the server stops', async () => {
    const other = createServer()
    const { close } = serveLate(other, /^\//, { build: builtApp, requestIdOf: () => 'req_2', failed: () => assert.fail() })
    await close()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
    assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [503, 'UNAVAILABLE'])
    other.close()
    await late.close()
  })
})
