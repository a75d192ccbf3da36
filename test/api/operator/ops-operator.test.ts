// Admins replace the operator's details as a whole, all staff read them, and changes are audited. The operator's logo is re-encoded and public.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { verifyAudit } from '../../../src/flows/audit/verify-audit.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import type { Answer, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const PATH = '/ops/v1/operator'
const BANK = { bank_name: 'Sample Bank', account_name: 'Sample Freight Ltd', account_number: '0123456789', bank_code: 'SAMPNGLA' }
const OURS = {
  name: 'Sample Freight',
  time_zone: 'Africa/Lagos',
  address: { street: '12 Sample Close', city: 'Lagos', country: 'NG' },
  email: 'care@example.com',
  phone: '+234 800 000 0000',
  website: 'https://example.com',
  tax_number: '12345678-0001',
  bank: BANK,
  has_none_of: [],
  colour: '#aa3300',
  abandoned_after_days: 90,
}
const EMPTY = {
  address: {},
  email: null,
  phone: null,
  website: null,
  tax_number: null,
  bank: null,
  has_none_of: [],
  missing_for_invoices: ['address', 'tax_number', 'bank'],
  logo_url: null,
  colour: null,
  abandoned_after_days: 60,
}

forOneEngine((engine) => {
  describe('the operator under /ops/v1', () => {
    let waybill: Waybill
    let admin: StaffMember
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
    })
    after(() => waybill.close())

    const read = async (): Promise<Json> => (await admin.call('GET', PATH)).json
    const sendLogo = (bytes: Uint8Array, type = 'image/png', headers = admin.headers): Promise<Answer> =>
      waybill.call('PUT', `${PATH}/logo`, undefined, { rawBody: bytes, headers: { ...headers, 'content-type': type } })
    const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: '#0b556380' } })

    it('has no name until it is set, and no logo before that', async () => {
      assert.deepEqual(await read(), {
        name: null,
        time_zone: 'UTC',
        ...EMPTY,
        missing_for_invoices: ['name', 'address', 'tax_number', 'bank'],
      })
      assert.equal((await sendLogo(await picture(40, 20).png().toBuffer())).status, 422)
    })

    it('is replaced as a whole, read by all staff, and audited', async () => {
      const { status, json } = await admin.call('PUT', PATH, OURS)
      assert.equal(status, 200)
      assert.deepEqual(json, { ...OURS, address: { ...OURS.address, country: 'Nigeria' }, missing_for_invoices: [], logo_url: null })
      assert.deepEqual(await read(), json)
      const less = (await admin.call('PUT', PATH, { name: ' Sample Freight ', time_zone: 'Asia/Shanghai' })).json
      assert.deepEqual(less, { name: 'Sample Freight', time_zone: 'Asia/Shanghai', ...EMPTY })
      const trail = (await admin.call('GET', '/ops/v1/audit?object_id=operator')).json
      assert.deepEqual([trail.length, trail[0].object_type, trail[0].actor.id], [2, 'operator', admin.staff.id])
      for (const role of ['warehouse', 'support'] as const) {
        const member = await signedIn(waybill, role)
        assert.deepEqual((await member.call('GET', PATH)).json, less)
        for (const [method, path] of [['PUT', PATH] as const, ['DELETE', `${PATH}/logo`] as const])
          assert.equal((await member.call(method, path, method === 'PUT' ? OURS : undefined)).status, 403)
        assert.equal((await sendLogo(Buffer.from('x'), 'image/png', member.headers)).status, 403)
      }
    })

    it('is one record when several set it for the first time at once', async () => {
      const fresh = await startWaybill(engine)
      const chief = await signedIn(fresh, 'admin')
      const all = await Promise.all(['A', 'B', 'C'].map((name) => chief.call('PUT', PATH, { ...OURS, name })))
      assert.deepEqual(
        all.map(({ status }) => status),
        [200, 200, 200],
      )
      assert.deepEqual((await verifyAudit(fresh.deps)).breaks, [])
      await fresh.close()
    })

    it('has a logo that is re-encoded, limited in size, and public under its own address', async () => {
      await admin.call('PUT', PATH, OURS)
      const { status, json } = await sendLogo(await picture(2_000, 500).webp().toBuffer(), 'image/webp')
      assert.equal(status, 200)
      assert.match(json.logo_url, /^\/logo\/[0-9a-f]{64}\.png$/)
      const served = await fetch(waybill.url + json.logo_url)
      assert.deepEqual([served.status, served.headers.get('content-type')], [200, 'image/png'])
      assert.match(served.headers.get('cache-control')!, /immutable/)
      const { format, width, height, hasAlpha } = await sharp(await served.bytes()).metadata()
      assert.deepEqual([format, width, height, hasAlpha], ['png', 640, 160, true])

      assert.equal((await admin.call('PUT', PATH, { ...OURS, name: 'Another' })).json.logo_url, json.logo_url, 'it stays')
      const other = (await sendLogo(await picture(30, 30).jpeg().toBuffer(), 'image/jpeg')).json
      assert.notEqual(other.logo_url, json.logo_url)
      assert.equal((await fetch(waybill.url + json.logo_url)).status, 404)
      assert.equal((await admin.call('DELETE', `${PATH}/logo`)).json.logo_url, null)
      assert.equal((await fetch(waybill.url + other.logo_url)).status, 404)
      assert.deepEqual((await verifyAudit(waybill.deps)).breaks, [])
    })

    it('accepts only a small picture as a logo', async () => {
      await admin.call('PUT', PATH, OURS)
      assert.equal((await sendLogo(Buffer.from('<svg/>'))).status, 422)
      assert.equal((await sendLogo(Buffer.from('<svg/>'), 'image/svg+xml')).status, 415)
      assert.equal((await sendLogo(Buffer.alloc(2 * 1024 * 1024 + 1))).status, 413)
      assert.equal((await admin.call('PUT', `${PATH}/logo`, {})).status, 415)
    })

    const REFUSED: [what: string, body: object, fields: string[]][] = [
      ['without a name', { ...OURS, name: ' ' }, ['name']],
      ['with a line break', { ...OURS, phone: '1\n2' }, ['phone']],
      ['in no time zone', { ...OURS, time_zone: 'Lagos' }, ['time_zone']],
      ['in no country', { ...OURS, address: { country: 'Atlantis' } }, ['address.country']],
      ['with an address that runs', { ...OURS, website: 'javascript:alert(1)' }, ['website']],
      ['with half an account', { ...OURS, bank: { ...BANK, account_number: '' } }, ['bank.account_number']],
      ['with a bank account and the statement that there is none', { ...OURS, has_none_of: ['bank'] }, ['has_none_of']],
      ['with an invalid email', { ...OURS, email: 'care' }, ['email']],
    ]
    for (const [what, body, fields] of REFUSED) {
      it(`is refused ${what}`, async () => {
        const known = await read()
        const { status, json } = await admin.call('PUT', PATH, body)
        assert.deepEqual([status, json.code, json.details.map(({ field }: Json) => field)], [422, 'VALIDATION_FAILED', fields])
        assert.deepEqual(await read(), known)
      })
    }
  })
})
