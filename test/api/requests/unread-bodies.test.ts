// Requests without a key or a session are answered before their body is read, so that nobody can fill the memory with slow bodies.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { operationsIn, wholeDocument } from '../../support/document/operations.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const MIB = 1024 * 1024

describe('an unauthenticated body', () => {
  let waybill: Waybill
  before(async () => {
    waybill = await startWaybill(sqlite)
  })
  after(() => waybill.close())

  /** The status of the answer to a request whose body never arrives. */
  const statusOf = async (method: string, path: string, length = MIB): Promise<number> => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(waybill.url).port) })
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`)
    const { promise, resolve } = Promise.withResolvers<string>()
    socket.once('data', (bytes) => resolve(bytes.toString()))
    const status = Number((await promise).split(' ')[1])
    socket.destroy()
    return status
  }

  it('is not waited for by any operation', async () => {
    const operations = operationsIn(await wholeDocument(waybill)).filter(({ method }) => method !== 'GET')
    assert.ok(operations.length > 100)
    const answers = await Promise.all(
      operations.map(async ({ method, path, operation }) => {
        const expected = operation.security?.length > 0 ? 401 : 413
        const status = await statusOf(method, path.replaceAll(/\{\w+\}/g, 'x'))
        return status === expected ? null : `${method} ${path}: ${status}`
      }),
    )
    assert.deepEqual(
      answers.filter((answer) => answer !== null),
      [],
    )
  })

  it('is not waited for on unknown routes, or on routes without a body', async () => {
    assert.deepEqual(
      await Promise.all(['/nowhere', '/healthz', '/v1/nowhere', '/docs'].map((path) => statusOf('POST', path))),
      [404, 405, 404, 405],
    )
  })

  it('is at most 64 KiB long at sign-in', async () => {
    assert.equal(await statusOf('POST', '/ops/v1/session', 64 * 1024 + 1), 413)
    const padded = `{"email":"nobody@example.com","password":"x"}`.padEnd(64 * 1024)
    const { status } = await waybill.call('POST', '/ops/v1/session', undefined, { rawBody: padded })
    assert.equal(status, 401)
  })
})
