// Webhook hosts are looked up at a name server that the test runs. An unanswered look-up delays no other look-up.

import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Lookup } from './delivery-request.ts'
import { createLookup } from './resolve-name.ts'

const A = 1
const HEADER_BYTES = 12
const NAME_NOT_FOUND = 3

/** The first label of the name determines the answer. */
const answerTo = (query: Buffer): Buffer | null => {
  const label = query.toString('latin1', HEADER_BYTES + 1, HEADER_BYTES + 1 + query[HEADER_BYTES]!)
  if (label === 'silent') return null
  const end = query.indexOf(0, HEADER_BYTES) + 5
  const isA = query.readUInt16BE(end - 4) === A
  const address = label !== 'known' ? null : isA ? [203, 0, 113, 7] : [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 7]
  const header = Buffer.from(query.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(0x8180 + (address ? 0 : NAME_NOT_FOUND), 2)
  header.writeUInt16BE(address ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  // The fields of the record: name (a pointer into the question), type, class, time to live in seconds, length, address.
  const record = address && Buffer.from([0xc0, HEADER_BYTES, 0, isA ? A : 28, 0, 1, 0, 0, 0, 60, 0, address.length, ...address])
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), record ?? Buffer.alloc(0)])
}

describe('the lookup of a webhook’s host', () => {
  const server = createSocket('udp4')
  let lookup: Lookup
  const addressesOf = (name: string, options: object = {}): Promise<LookupAddress[]> =>
    promisify(lookup as never)(name, { all: true, ...options }) as Promise<LookupAddress[]>

  before(async () => {
    server.on('message', (query, from) => {
      const answer = answerTo(query)
      if (answer) server.send(answer, from.port, from.address)
    })
    server.bind(0, '127.0.0.1')
    await once(server, 'listening')
    lookup = createLookup([`127.0.0.1:${server.address().port}`])
  })
  after(() => server.close())

  it('returns every address, or one of the requested family', async () => {
    const [four, six] = [
      { address: '203.0.113.7', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]
    assert.deepEqual(await addressesOf('known.test'), [four, six])
    assert.deepEqual(await addressesOf('known.test', { family: 6 }), [six])
    assert.equal(await addressesOf('known.test', { all: false }), four.address)
  })

  it('distinguishes a name without an address from an unresponsive name server, which delays no other lookup', async () => {
    await assert.rejects(addressesOf('unknown.test'), { code: 'ENOTFOUND' })
    const silent = Array.from({ length: 20 }, () => addressesOf('silent.test').catch(({ code }) => code))
    assert.equal((await addressesOf('known.test')).length, 2)
    assert.equal(await Promise.race([silent[0], 'still asked for']), 'still asked for')
    assert.deepEqual(await Promise.all(silent), Array(20).fill('EAI_AGAIN'))
  })
})
