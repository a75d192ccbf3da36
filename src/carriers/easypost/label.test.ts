// Labels: in three formats from the simulator, and from nowhere that they should not come from.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { API_KEY, failureOf, offerOf, start, startBare } from '../../../test/fixtures/easypost/adapter.ts'
import { createEasyPost } from './easypost.ts'

describe('a label', () => {
  it('is had as PNG, PDF and ZPL', async (t) => {
    const { carrier } = await start(t)
    const bought = await carrier.buy(await offerOf(carrier))
    for (const [format, contentType] of [
      ['png', 'image/png'],
      ['pdf', 'application/pdf'],
      ['zpl', 'application/zpl'],
    ] as const) {
      const url = await carrier.labelUrl(bought.carrierShipmentId, format)
      assert.ok(url)
      assert.equal((await carrier.fetchLabel(url, format)).contentType, contentType)
    }
  })

  it('is fetched without the key, from nowhere but https or the simulator, and must be one', async (t) => {
    const seen: (string | undefined)[] = []
    const url = await startBare(t, (incoming, response) => {
      seen.push(incoming.headers.authorization)
      response.end('<html>')
    })
    const { carrier } = await start(t)
    assert.match((await failureOf(carrier.fetchLabel(url, 'pdf'))).message, /no pdf label/)
    assert.deepEqual([...new Set(seen)], [undefined])
    for (const address of ['file:///etc/passwd', 'http://example.com/label.png', 'label.png'])
      assert.equal((await failureOf(carrier.fetchLabel(address, 'png'))).kind, 'rejected')
    const real = createEasyPost({ apiKey: API_KEY, now: () => 1 })
    assert.equal((await failureOf(real.fetchLabel(url, 'pdf'))).kind, 'rejected')
  })
})
