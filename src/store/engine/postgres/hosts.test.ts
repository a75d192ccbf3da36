// Connection URLs with several servers: what each server's own URL is.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { BadHosts, hostUrls } from './hosts.ts'

/** As the driver reads them. */
const readByDriver = (url: string) =>
  hostUrls(url).map((each) => {
    const { host, port, user, password, database } = new pg.Client(each)
    return `${user}:${password}@${host}:${port}/${database}`
  })

const CASES: [string, string[]][] = [
  ['postgres://u:p@one:5432,two:5433/db', ['u:p@one:5432/db', 'u:p@two:5433/db']],
  ['postgresql://u:p@one,two:6000,three/db?sslmode=disable', ['u:p@one:5432/db', 'u:p@two:6000/db', 'u:p@three:5432/db']],
  ['postgres://u:p%2C%40@[::1]:5432,10.0.0.1/db', ['u:p,@@::1:5432/db', 'u:p,@@10.0.0.1:5432/db']],
  ['postgres://u:p@%2Frun%2Fone,%2Frun%2Ftwo:5433/db', ['u:p@/run/one:5432/db', 'u:p@/run/two:5433/db']],
  ['postgres://u:p@/db?host=/run/one,/run/two', ['u:p@/run/one:5432/db', 'u:p@/run/two:5432/db']],
  ['postgres://u:p@localhost/db?host=one,two&port=5432,5433', ['u:p@one:5432/db', 'u:p@two:5433/db']],
  ['postgres://u:p@one,two/db?host=three,four&port=7000', ['u:p@three:7000/db', 'u:p@four:7000/db']],
  ['postgres://u:p@one,two/db?target_session_attrs=read-write', ['u:p@one:5432/db', 'u:p@two:5432/db']],
]

describe('a URL with several servers', () => {
  for (const [url, expected] of CASES) it(`${url} names ${expected.length}`, () => assert.deepEqual(readByDriver(url), expected))

  it('keeps what else it says', () => {
    for (const each of hostUrls('postgres://u@one,two/db?sslmode=disable&options=-c%20work_mem%3D8MB')) {
      assert.match(each, /sslmode=disable/)
      assert.match(each, /options=-c\+work_mem%3D8MB|options=-c%20work_mem%3D8MB/)
    }
  })

  it('with one server stays as it is', () => {
    for (const url of ['postgres://u:p@one:5433/db', 'postgresql://u@localhost/db?host=%2Frun%2Fone', 'postgres:///db'])
      assert.deepEqual(hostUrls(url), [url])
  })

  const refused: [string, RegExp][] = [
    ['postgres://u:secret@/db?host=a,b,c&port=1,2', /3 hosts and 2 ports/],
    ['postgres://u:secret@one,two/db?target_session_attrs=standby', /accepts writes/],
    ['postgres://u:secret@one:x,two/db', /host/],
    ['mysql://u:secret@one,two/db', /form/],
  ]
  for (const [url, reason] of refused)
    it(`${url} is refused, and the password is not quoted`, () =>
      assert.throws(
        () => hostUrls(url),
        (error) => error instanceof BadHosts && reason.test(error.message) && !error.message.includes('secret'),
      ))
})
