// The tracking page, labels and manifests show the operator's name, and never the name Waybill.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { bookedQuote } from '../../support/calls/quote-calls.ts'
import { newShipment } from '../../support/calls/shipment-calls.ts'
import type { StaffMember } from '../../support/calls/staff-calls.ts'
import { signedIn } from '../../support/calls/staff-calls.ts'
import { pdfPages } from '../../support/document/pdf-pages.ts'
import { forOneEngine } from '../../support/engine/engines.ts'
import { exportAir, importAir } from '../../support/samples/requests.ts'
import type { Tenant, Waybill } from '../../support/server/waybill.ts'
import { startWaybill } from '../../support/server/waybill.ts'

const OPERATOR = {
  name: 'Ọja & Sons "Freight"',
  time_zone: 'Africa/Lagos',
  address: { street: '12 Sample Close', city: 'Lagos', country: 'NG' },
  phone: '+234 800 000 0000',
  website: 'https://example.com/help',
}

forOneEngine((engine) => {
  describe('papers and public pages', () => {
    let waybill: Waybill
    let admin: StaffMember
    let tenant: Tenant
    before(async () => {
      waybill = await startWaybill(engine)
      admin = await signedIn(waybill, 'admin')
      tenant = await waybill.newTenant()
    })
    after(() => waybill.close())

    const pdfOf = async (address: string): Promise<{ text: string; raw: string }> => {
      const answer = await fetch(new URL(address, waybill.url), { headers: { cookie: admin.cookie } })
      assert.equal(answer.status, 200, address)
      const bytes = await answer.bytes()
      return { text: (await pdfPages(bytes)).join('\n'), raw: Buffer.from(bytes).toString('latin1') }
    }

    it('show no name before the operator has entered its own', async () => {
      const { parcel_details } = await bookedQuote(tenant, importAir())
      const { text } = await waybill.call('GET', `/track/${parcel_details.parcels[0].parcel_number}`)
      assert.match(text, /<title>Parcel \w+<\/title>/)
      assert.doesNotMatch(text, /<header>|<footer>|og:site_name/)
    })

    it('show the operator’s name and logo, and never ours', async () => {
      assert.equal((await admin.call('PUT', '/ops/v1/operator', OPERATOR)).status, 200)
      const rawBody = await sharp({ create: { width: 90, height: 30, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      const headers = { ...admin.headers, 'content-type': 'image/png' }
      const { logo_url } = (await waybill.call('PUT', '/ops/v1/operator/logo', undefined, { rawBody, headers })).json
      const exported = await bookedQuote(tenant, exportAir())
      const imported = await bookedQuote(tenant, importAir())
      const [{ parcel_id, parcel_number }] = imported.parcel_details.parcels

      const { text, headers: sent } = await waybill.call('GET', `/track/${parcel_number}`)
      const name = 'Ọja &amp; Sons &quot;Freight&quot;'
      for (const part of [
        `<title>Parcel ${parcel_number} · ${name}</title>`,
        `<img src="${logo_url}" alt="${name}">`,
        `<meta property="og:site_name" content="${name}">`,
        `<meta property="og:title" content="Parcel ${parcel_number} · ${name}">`,
        '<meta name="description" content="China to Nigeria. Booked. Next: it reaches our warehouse.">',
        `<meta property="og:image" content="${waybill.url}${logo_url}">`,
        `${name}, 12 Sample Close, Lagos, Nigeria`,
        '<a href="tel:+2348000000000">+234 800 000 0000</a>',
        '<a href="https://example.com/help">example.com/help</a>',
      ])
        assert.ok(text.includes(part), part)
      assert.doesNotMatch(text, /waybill|<script/i)
      assert.match(sent.get('content-security-policy')!, /default-src 'none'; img-src 'self' data:;/)
      assert.doesNotMatch((await waybill.call('GET', '/track')).text, /waybill/i)
      assert.doesNotMatch((await waybill.call('GET', '/track/nothing')).text, /waybill/i)

      const home = (await waybill.call('GET', '/', undefined, { headers: { accept: 'text/html' } })).text
      assert.ok(home.includes(`<title>${name}</title>`) && home.includes(`<h1>${name}</h1>`), home)
      for (const address of ['/docs', '/docs?q=errors', '/docs/errors', '/docs/none']) {
        const guide = (await waybill.call('GET', address)).text
        assert.match(guide, new RegExp(`<title>[\\w ]+ · ${RegExp.escape(name)}</title>`))
        assert.ok(guide.includes(`<a class="brand" href="/">${name}</a>`), address)
      }

      const { number } = await newShipment(admin, { eta: '2026-11-21T08:00:00Z' })
      for (const address of [exported.label_url, `/ops/v1/packages/${parcel_id}/label.pdf`, `/ops/v1/shipments/${number}/manifest.pdf`]) {
        const paper = await pdfOf(address)
        assert.ok(paper.text.includes(OPERATOR.name), paper.text)
        assert.doesNotMatch(paper.text.replace('AIR WAYBILL', '') + paper.raw, /waybill/i, address)
      }
    })
  })
})
