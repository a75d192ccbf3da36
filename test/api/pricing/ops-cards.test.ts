// Rate cards under /ops/v1 are listed, shown, exported and imported byte for byte, compared, published and discarded.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SAMPLE_CARDS } from '../../../src/domain/demo/sample-cards.ts'
import type { Json } from '../../support/calls/quote-calls.ts'
import { HOUR_MS, newQuote } from '../../support/calls/quote-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { sampleCsv } from '../../support/samples/card-files.ts'
import { importAir } from '../../support/samples/requests.ts'
import type { Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const CHINA = 'import-air-china'
const dearer = sampleCsv(CHINA).replace('8.50', '9.10')

forOneEngine((engine) => {
  let waybill: Waybill
  let admin: StaffMember
  before(async () => {
    waybill = await startWaybill(engine)
    admin = await signedIn(waybill, 'admin')
  })
  after(() => waybill.close())

  const get = async (path: string): Promise<Json> => {
    const { status, json } = await admin.call('GET', `/ops/v1/cards${path}`)
    assert.equal(status, 200, JSON.stringify(json))
    return json
  }
  const post = (path: string, body?: object) => admin.call('POST', `/ops/v1/cards${path}`, body)
  const newCard = async (id: string, csv = sampleCsv(CHINA)): Promise<Json> => {
    const { status, json } = await post('/import', { id, csv, kind: 'import_air' })
    assert.equal(status, 201, JSON.stringify(json))
    return json
  }
  /** Downloads the raw bytes, because reading text would drop a byte order mark. */
  const download = async (ref: string): Promise<{ headers: Headers; bytes: Buffer }> => {
    const response = await fetch(new URL(`/ops/v1/cards/${ref}/csv`, waybill.url), { headers: admin.headers })
    assert.equal(response.status, 200)
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  describe('the list of rate cards', () => {
    it('has every card, with its version in force, scheduled versions and draft', async () => {
      const id = 'listed'
      await newCard(id)
      const inForceFrom = (await post(`/${id}/publish`)).json.effective_from
      await newCard(id)
      const later = new Date(waybill.time.now() + HOUR_MS).toISOString()
      await post(`/${id}@2/publish`, { effective_from: later })
      await newCard(id)
      const listed = await get('')
      assert.deepEqual(
        listed.find(({ card_id }: Json) => card_id === id),
        {
          card_id: id,
          kind: 'import_air',
          title: listed.find(({ card_id }: Json) => card_id === CHINA).title,
          currency: 'USD',
          business_id: null,
          in_force: 1,
          since: inForceFrom,
          next: 2,
          next_from: later,
          draft: 3,
        },
      )
      for (const sample of SAMPLE_CARDS) assert.ok(listed.some(({ card_id }: Json) => card_id === sample.id))
    })
  })

  describe('a rate card', () => {
    for (const { id } of SAMPLE_CARDS) {
      it(`${id} is exported, imported and exported again byte for byte, and does not differ`, async () => {
        const first = await download(id)
        assert.equal(first.bytes.toString(), sampleCsv(id))
        assert.equal(first.headers.get('content-type'), 'text/csv; charset=utf-8')
        assert.equal(first.headers.get('content-disposition'), `attachment; filename="${id}-1.csv"`)
        const { version } = (await post('/import', { id, csv: first.bytes.toString() })).json
        assert.deepEqual((await download(`${id}@${version}`)).bytes, first.bytes)
        const diff = await get(`/${id}/diff`)
        assert.deepEqual(diff, {
          from: { card_id: id, version: 1 },
          to: { card_id: id, version },
          changes: [],
          in_words: ['No differences.'],
        })
        assert.equal((await post(`/${id}@${version}/discard`)).status, 200)
      })
    }

    it('keeps its byte order mark if its words need one, whether or not the client sends it back', async () => {
      const csv = sampleCsv(CHINA).replace(/,import_air,[^,]+,/, ',import_air,Fret aérien,')
      await newCard('accents', csv)
      const { bytes } = await download('accents')
      assert.equal(bytes.toString(), `\uFEFF${csv}`)
      await post('/import', { id: 'accents', csv: bytes.toString(), replace: true })
      assert.deepEqual((await download('accents@2')).bytes, bytes)
      const shown = await get('/accents@2')
      assert.deepEqual([shown.columns[0], shown.rows[0].row, shown.rows[0].title], ['row', 'card', 'Fret aérien'])
    })

    it('is shown as table rows, from which its file can be rebuilt', async () => {
      const { columns, rows, ...card } = await get('/export-air@1')
      assert.deepEqual([card.card_id, card.version, card.kind, card.state, card.sample], ['export-air', 1, 'export_air', 'in force', true])
      const lines = [columns, ...rows.map((row: Json) => columns.map((column: string) => row[column] ?? ''))]
      assert.equal(lines.map((cells) => `${cells.join(',')}\n`).join(''), sampleCsv('export-air'))
    })

    it('is compared with its draft, with another card and with a file, in figures and in words', async () => {
      const id = 'compared'
      await newCard(id)
      await post(`/${id}/publish`)
      const change = { change: 'changed', field: 'price_per_kg', before: '8.50', after: '9.10', percent: '7.06' }
      const words = ['changed  price_per_kg 8.50 -> 9.10 (+7.06%)']
      const byFile = await post(`/${id}/diff`, { csv: dearer })
      assert.deepEqual(byFile.json, { from: { card_id: id, version: 1 }, to: null, changes: [change], in_words: words })
      assert.deepEqual((await get(`/${id}`)).versions.length, 1, 'nothing was stored')
      await newCard(id, dearer)
      assert.deepEqual(await get(`/${id}/diff`), { ...byFile.json, to: { card_id: id, version: 2 } })
      const back = await get(`/${id}@2/diff?to=${id}@1`)
      assert.deepEqual([back.from.version, back.to.version, back.changes[0].percent], [2, 1, '-6.59'])
      const other = await get(`/${CHINA}/diff?to=import-air`)
      assert.ok(other.changes.length > 0 && other.changes.length === other.in_words.length)
    })

    it('prices nothing as a draft, and prices quotes once it is published', async () => {
      const tenant = await waybill.newTenant()
      const csv = sampleCsv(CHINA).replace('8.50', '17.00')
      const price = async (): Promise<number> => (await newQuote(tenant, importAir())).estimated_price
      const before = await price()
      const draft = await post('/import', { id: 'own-air', csv, kind: 'import_air', business: tenant.business.prefix })
      assert.deepEqual([draft.status, draft.json.business_id, draft.json.replaced], [201, tenant.business.id, null])
      assert.equal(await price(), before)
      const published = await post('/own-air@1/publish')
      assert.deepEqual([published.status, published.json.version, published.json.warnings], [200, 1, []])
      assert.equal(await price(), before * 2)
    })

    it('is published now or later, never in the past, and once', async () => {
      const id = 'published'
      await newCard(id)
      const now = waybill.time.freeze()
      const publish = (from?: string) => post(`/${id}/publish`, from === undefined ? {} : { effective_from: from })
      const past = await publish(new Date(now - 1).toISOString())
      assert.deepEqual([past.status, past.json.code, past.json.details[0].field], [422, 'VALIDATION_FAILED', 'effective_from'])
      assert.match(past.json.errors[0], /^effective_from must be now or later: .* has passed, it is /)
      for (const wrong of ['2027-01-01', 'tomorrow']) {
        assert.match((await publish(wrong)).json.errors[0], /^effective_from must be "now" or a time with its offset/)
      }
      const from = new Date(now + HOUR_MS).toISOString().replace('Z', '+00:00')
      const done = await publish(from)
      assert.deepEqual([done.status, Date.parse(done.json.effective_from)], [200, now + HOUR_MS])
      const again = await post(`/${id}@1/publish`)
      assert.deepEqual([again.status, again.json.code], [422, 'INVALID_TRANSITION'])
      assert.match(again.json.errors[0], /was published on .* cannot be changed: import a new version\.$/)
      assert.equal((await publish()).status, 404, 'no draft is left')
    })

    it('has one draft at a time, which is replaced or discarded and keeps its number', async () => {
      const id = 'drafts'
      await newCard(id)
      const second = await post('/import', { id, csv: dearer })
      assert.deepEqual([second.status, second.json.code], [422, 'INVALID_TRANSITION'])
      const replacing = await post('/import', { id, csv: dearer, replace: true })
      assert.deepEqual([replacing.json.version, replacing.json.replaced], [2, 1])
      const stale = await post(`/${id}@1/publish`)
      assert.match(stale.json.errors[0], /^Version 1 of card drafts was discarded on /)
      const discarded = await post(`/${id}/discard`)
      assert.deepEqual([discarded.status, discarded.json.version, discarded.json.discarded_at !== null], [200, 2, true])
      assert.equal((await post(`/${id}/discard`)).status, 404)
      assert.equal((await post('/import', { id, csv: dearer })).json.version, 3)
      assert.deepEqual(
        (await get(`/${id}`)).versions.map(({ state }: Json) => state),
        ['discarded', 'discarded', 'draft'],
      )
    })

    it('is a 404 if unknown, for every request', async () => {
      for (const ref of ['nope', `${CHINA}@99`, `${CHINA}@0`, `${CHINA}@1@2`, 'Import-Air']) {
        for (const path of ['', '/csv', '/diff']) assert.equal((await admin.call('GET', `/ops/v1/cards/${ref}${path}`)).status, 404, ref)
        for (const path of ['/publish', '/discard', '/diff']) assert.equal((await post(`/${ref}${path}`, {})).status, 404, ref)
      }
      assert.equal((await admin.call('GET', `/ops/v1/cards/${CHINA}/diff?to=nope`)).status, 404)
      assert.match((await admin.call('GET', `/ops/v1/cards/${CHINA}/diff?to=N%20O`)).json.errors[0], /^to names no card: /)
    })
  })
})
