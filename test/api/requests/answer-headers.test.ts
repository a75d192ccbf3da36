// Every answer has security headers against content sniffing, caching of private answers, and plain HTTP.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { sqlite } from '../../support/engine/engines.ts'
import type { Answer, Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

describe('every answer', () => {
  let waybill: Waybill
  let tenant: Tenant
  let staff: StaffMember
  before(async () => {
    waybill = await startWaybill(sqlite, { publicUrl: 'https://waybill.example' })
    tenant = await waybill.newTenant()
    staff = await signedIn(waybill, 'admin')
  })
  after(() => waybill.close())

  /** Requests by name. `isPrivate`: whether the answer must not be cached. */
  const answers: Record<string, [ask: () => Promise<Answer>, isPrivate: boolean]> = {
    'a list': [() => tenant.get('/v1/packages'), true],
    'a refusal': [() => tenant.post('/v1/parcel_quotes', {}), true],
    'no key': [() => waybill.call('GET', '/v1/packages'), true],
    'a list of staff': [() => staff.call('GET', '/ops/v1/businesses'), true],
    'no session': [() => waybill.call('GET', '/ops/v1/businesses'), true],
    'no such label': [() => waybill.call('GET', '/labels/x.pdf'), false],
    'no such route': [() => waybill.call('GET', '/nowhere'), false],
    'an unreadable address': [() => waybill.call('GET', '/v1/packages/%ff'), false],
    'the document': [() => waybill.call('GET', '/openapi.json'), false],
    'the document of staff': [() => waybill.call('GET', '/ops/openapi.json'), false],
    'the reference': [() => waybill.call('GET', '/reference/'), false],
    'a console page': [() => waybill.call('GET', '/console'), true],
    'a tracking page': [() => waybill.call('GET', '/track'), true],
    health: [() => waybill.call('GET', '/healthz'), false],
  }
  for (const [name, [ask, isPrivate]] of Object.entries(answers))
    it(`${name}: has its content type, ${isPrivate ? 'is not stored, ' : ''}and requires https`, async () => {
      const { headers } = await ask()
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      if (isPrivate) assert.equal(headers.get('cache-control'), 'no-store')
      if (name !== 'an unreadable address') assert.equal(headers.get('strict-transport-security'), 'max-age=31536000')
    })

  it('does not mention https if the server has no public https address', async () => {
    const plain = await startWaybill(sqlite)
    assert.equal((await plain.call('GET', '/healthz')).headers.get('strict-transport-security'), null)
    await plain.close()
  })

  it('from the reference turns no text into a script', async () => {
    const policy = (await waybill.call('GET', '/reference/')).headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'; script-src 'self' 'sha256-[\w+/=]{44}';/)
    assert.doesNotMatch(policy, /unsafe-eval/)
  })
})
