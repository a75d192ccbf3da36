// The audit trail records every change: who, when, the values before and after, and the request.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTerms } from '../../../src/flows/businesses/set-terms.ts'
import { setFx } from '../../../src/flows/pricing/fx-rates.ts'
import { discardCard, publishCard } from '../../../src/flows/pricing/publish-card.ts'
import { makeSetupLink } from '../../../src/flows/staff/create-staff.ts'
import { SYSTEM } from '../../../src/platform/engine/db.ts'
import * as endpoints from '../../../src/store/events/webhook-endpoints.ts'
import { assertAuditTrailValid } from '../../support/calls/audit-checks.ts'
import { bookPackage, newCustomer, sendNotice } from '../../support/calls/package-calls.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { assertRejected } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn, uniqueEmail } from '../../support/calls/staff-calls.ts'
import { forEachEngine } from '../../support/engine/engines.ts'
import { byTest } from '../../support/samples/authors.ts'
import { cardFile, newDraft } from '../../support/samples/card-files.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PASSWORD = 'correct horse battery'

describe('GET /ops/v1/audit', () => {
  forEachEngine((engine) => {
    let waybill: Waybill
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
    })
    after(async () => {
      await assertAuditTrailValid(waybill)
      await waybill.close()
    })

    const ops = async (method: string, path: string, body?: object): Promise<Json> => {
      const { status, json, text, headers } = await admin.call(method, `/ops/v1${path}`, body)
      assert.ok(status < 300, text)
      return { ...json, requestId: headers.get('x-request-id') }
    }
    /** Returns the audit records of an object, oldest first. */
    const trailOf = async (id: string): Promise<Json[]> => {
      const { status, json, text } = await admin.call('GET', `/ops/v1/audit?object_id=${encodeURIComponent(id)}`)
      assert.equal(status, 200, text)
      return json.toReversed()
    }
    const fieldsOf = (record: Json): Record<string, unknown> =>
      Object.fromEntries(record.changes.map(({ field, after }: Json) => [field, after]))

    it('says who changed what, when and in which request, before and after', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      await sendNotice(tenant, parcel_id, { action: 'hold' }, { headers: { 'x-request-id': 'my-request' } })
      const [made, held] = await trailOf(parcel_id)
      assert.equal(made!.version, 1)
      assert.equal(made!.object_type, 'package')
      assert.equal(fieldsOf(made!).status, 'booked')
      assert.deepEqual(held!.changes, [{ field: 'hold_instruction', before: 'release', after: 'hold' }])
      assert.equal(held!.request_id, 'my-request')
      assert.equal(held!.business_id, tenant.business.id)
      assert.equal(held!.mode, 'test')
      assert.equal(held!.actor.kind, 'api_key')
      assert.match(held!.actor.name, /^Acme Imports, wb_test_/)
    })

    it('lists what one request did, to every object', async () => {
      const { json } = await admin.call('POST', '/ops/v1/businesses', { name: 'Of One Request', prefix: 'ONE' })
      const rotated = await ops('POST', `/businesses/${json.business_id}/keys`, { mode: 'test' })
      const again = await ops('POST', `/keys/${rotated.key_id}/rotate`)
      const answer = await admin.call('GET', `/ops/v1/audit?request_id=${again.requestId}`)
      const done = answer.json.map((record: Json) => [record.object_id, record.version, record.actor.name]).sort()
      const name = 'Sample admin'
      assert.deepEqual(
        done,
        [
          [rotated.key_id, 2, name],
          [again.key.key_id, 1, name],
        ].sort(),
      )
    })

    it('has pages of 25, newest first, with links between them', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_id } = await bookPackage(tenant, importAir())
      for (let turn = 0; turn < 30; turn++) await sendNotice(tenant, parcel_id, { action: turn % 2 === 0 ? 'hold' : 'release' })
      const first = await admin.call('GET', `/ops/v1/audit?object_id=${parcel_id}`)
      assert.deepEqual([first.json.length, first.json[0].version], [25, 31])
      const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)![1]!
      const second = await admin.call('GET', new URL(next).pathname + new URL(next).search)
      assert.deepEqual([second.json.length, second.json.at(-1).version], [6, 1])
      assert.match(second.headers.get('link')!, /rel="prev"/)
      assert.doesNotMatch(second.headers.get('link')!, /rel="next"/)
    })

    it('is empty for an object that was never changed, and refuses to list everything', async () => {
      assert.deepEqual(await trailOf('pkg_unknown'), [])
      assertRejected(await admin.call('GET', '/ops/v1/audit'), 'VALIDATION_FAILED')
      assertRejected(await admin.call('GET', '/ops/v1/audit?object_id=a&request_id=b'), 'VALIDATION_FAILED')
    })

    it('records a business: created, edited, its terms', async () => {
      const { business_id: id } = await ops('POST', '/businesses', { name: 'Sample', prefix: 'AUD' })
      await ops('PATCH', `/businesses/${id}`, { name: 'Sample Ltd', last_mile: true })
      await ops('PATCH', `/businesses/${id}`, { name: 'Sample Ltd' })
      await setTerms(waybill.deps, byTest(waybill.deps), { business: id, markupPercent: '5', from: null })
      const [made, edited, agreed, ...more] = await trailOf(id)
      assert.equal(fieldsOf(made!).prefix, 'AUD')
      assert.deepEqual(
        edited!.changes.map(({ field, before }: Json) => [field, before]),
        [
          ['name', 'Sample'],
          ['last_mile_since', null],
        ],
      )
      assert.equal(edited!.actor.id, admin.staff.id)
      assert.deepEqual(agreed!.changes[0].after[0].markupPercent, '5')
      assert.deepEqual(more, [], 'what changes nothing leaves no record')
    })

    it('records API keys: issued, labelled, rotated, revoked; never the key', async () => {
      const { business } = await waybill.newTenant()
      const { key_id: id, key } = await ops('POST', `/businesses/${business.id}/keys`, { mode: 'live', label: 'one' })
      await ops('PATCH', `/keys/${id}`, { label: 'two' })
      const { key: replacing } = await ops('POST', `/keys/${id}/rotate`)
      await ops('POST', `/keys/${id}/revoke`)
      const trail = await trailOf(id)
      assert.deepEqual(
        trail.slice(1).map(({ changes }) => changes.map(({ field }: Json) => field)),
        [['label'], ['expires_at'], ['revoked_at']],
      )
      assert.ok(!JSON.stringify(trail).includes(key))
      assert.ok(!('hash' in fieldsOf(trail[0]!)))
      assert.equal(fieldsOf((await trailOf(replacing.key_id))[0]!).replaces_key_id, id)
    })

    it('records staff: set up, created, changed, given a password, deactivated with their tokens; never the password', async () => {
      const token = await makeSetupLink(waybill.deps, byTest(waybill.deps))
      const setUp = await ops('POST', '/setup', { token, email: uniqueEmail(), name: 'Set Up', password: PASSWORD })
      assert.equal((await trailOf(setUp.staff_id))[0]!.actor.id, 'setup-link')
      const links = await trailOf('setup')
      assert.deepEqual(links.at(-1)!.changes[0].field, 'used_at')

      const { staff_id: id } = await ops('POST', '/staff', { email: uniqueEmail(), name: 'Sample', role: 'support', password: PASSWORD })
      await ops('PATCH', `/staff/${id}`, { role: 'warehouse' })
      await ops('PATCH', `/staff/${id}`, { password: `${PASSWORD} again` })
      await ops('PATCH', `/staff/${id}`, { status: 'inactive' })
      const trail = await trailOf(id)
      assert.deepEqual(
        trail.slice(1).map(({ changes }) => changes.map(({ field }: Json) => field)),
        [['role'], ['password_changed_at'], ['deactivated_at']],
      )
      assert.ok(!JSON.stringify(trail).includes('argon2'))

      const leaving = await signedIn(waybill, 'support')
      const { json: taken } = await leaving.call('POST', '/ops/v1/access_tokens', { label: 'sample' })
      await ops('PATCH', `/staff/${leaving.staff.id}`, { status: 'inactive' })
      const [, revoked] = await trailOf(taken.access_token_id)
      assert.deepEqual([revoked!.actor.id, revoked!.changes[0].field], [admin.staff.id, 'revoked_at'])

      const owned = await ops('POST', '/access_tokens', { label: 'sample' })
      await ops('DELETE', `/access_tokens/${owned.access_token_id}`)
      const tokens = await trailOf(owned.access_token_id)
      assert.deepEqual(
        tokens.map(({ version, actor }) => [version, actor.id]),
        [
          [1, admin.staff.id],
          [2, admin.staff.id],
        ],
      )
      assert.ok(!('hash' in fieldsOf(tokens[0]!)))
    })

    it('records webhook endpoints: created, changed, given a secret, disabled, deleted; never the secret', async () => {
      const tenant = await waybill.newTenant()
      const call = (method: string, path: string, body: object = {}) => waybill.call(method, path, body, { key: tenant.liveKey })
      const { json } = await call('POST', '/v1/webhook_endpoints', { url: 'https://hooks.example.com/in' })
      const path = `/v1/webhook_endpoints/${json.webhook_endpoint_id}`
      await call('PATCH', path, { description: 'ours' })
      await call('POST', `${path}/rotate_secret`)
      await call('PATCH', path, { status: 'disabled' })
      assert.equal((await call('DELETE', path)).status, 200)
      const trail = await trailOf(json.webhook_endpoint_id)
      const fields = trail
        .slice(1)
        .map(({ changes }) => changes.map(({ field }: Json) => field).filter((field: string) => field !== 'updated_at'))
      assert.deepEqual(fields, [
        ['description'],
        ['previous_secret_until', 'secret_changed_at'],
        ['disabled_at', 'disabled_reason'],
        ['deleted_at', 'secret_changed_at'],
      ])
      assert.ok(!JSON.stringify(trail).includes('whsec_'))
    })

    it('records that a worker disabled a webhook endpoint', async () => {
      const tenant = await waybill.newTenant()
      const { json } = await tenant.post('/v1/webhook_endpoints', { url: 'https://hooks.example.com/in' })
      const id = json.webhook_endpoint_id
      const worker = { businessId: tenant.business.id, mode: 'test', ...byTest(waybill.deps), actor: 'webhook-deliveries' } as const
      for (const isFirst of [true, false]) {
        const disabled = await waybill.deps.db.transaction(SYSTEM, (tx) =>
          endpoints.disableIfEnabled(tx, worker, id, 'It failed.', worker.at),
        )
        assert.equal(disabled, isFirst)
      }
      const [, record, ...more] = await trailOf(id)
      assert.deepEqual([record!.version, record!.actor.id, record!.actor.kind], [2, 'webhook-deliveries', 'system'])
      assert.deepEqual(fieldsOf(record!).disabled_reason, 'It failed.')
      assert.deepEqual(more, [])
    })

    it('records rate cards by version: imported, published, discarded; and exchange rates', async () => {
      const { deps } = waybill
      const author = byTest(deps)
      const draft = await newDraft(deps, cardFile('import-air-china'))
      await publishCard(deps, author, { id: draft.id, version: null }, null)
      const other = await newDraft(deps, cardFile('import-air-china'))
      await discardCard(deps, author, { id: other.id, version: null })
      const versions = async (version: number) => (await trailOf(`${draft.id}@${version}`)).map((record) => Object.keys(fieldsOf(record)))
      assert.deepEqual((await versions(draft.version)).at(-1), ['published_at', 'effective_from'])
      assert.deepEqual((await versions(other.version)).at(-1), ['discarded_at'])
      const { fx } = await setFx(deps, author, { pair: 'USD/NGN', rate: '1500', source: 'a test', from: null, confirm: true })
      assert.equal(fieldsOf((await trailOf(fx.id))[0]!).rate, '1500')
    })

    it('records customers and quotes as their store does', async () => {
      const tenant = await waybill.newTenant()
      const { parcel_customer_id: id } = await newCustomer(tenant, { address_suffix: 'SHOP' })
      assert.equal(fieldsOf((await trailOf(id))[0]!).address_suffix, 'SHOP')
    })
  })
})
