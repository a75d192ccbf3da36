// Every clause of the contract has a test with its id, and docs/conformance.md is current.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { CLAUSES } from './clauses.ts'
import type { Claim } from './generate.ts'
import { findClaims, PAGE, renderPage } from './generate.ts'

describe('conformance', () => {
  let claims: Claim[]
  before(async () => {
    claims = await findClaims()
  })

  it('no two clauses have the same id', () => {
    assert.equal(new Set(CLAUSES.map(({ id }) => id)).size, CLAUSES.length)
  })

  it('every clause has a test', () => {
    const proven = new Set(claims.flatMap(({ clauses }) => clauses))
    assert.deepEqual(
      CLAUSES.map(({ id }) => id).filter((id) => !proven.has(id)),
      [],
    )
  })

  it('every id in the title of a test is that of a clause', () => {
    const known = new Set(CLAUSES.map(({ id }) => id))
    const unknown = claims.flatMap(({ file, clauses }) => clauses.filter((id) => !known.has(id)).map((id) => `${id} in ${file}`))
    assert.deepEqual(unknown, [])
  })

  it('docs/conformance.md is what `npm run docs:conformance` writes', async () => {
    assert.equal(await readFile(PAGE, 'utf8'), renderPage(claims))
  })
})
