// Labels can be fetched as PNG, PDF and ZPL. The real carrier's label URLs are refused if they lead to this machine or a private network.
import assert from 'node:assert/strict'
import { lookup } from 'node:dns/promises'
import { hostname } from 'node:os'
import { describe, it } from 'node:test'
import { API_KEY, failureOf, offerOf, start, startBare } from '../../../test/fixtures/easypost/adapter.ts'
import { isPublicAddress } from '../../webhooks/public-address.ts'
import { createEasyPost } from './easypost.ts'

describe('a label', () => {
  it('is available as PNG, PDF and ZPL', async (t) => {
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

  it('is fetched without the key, only over https or from the simulator, and its format is checked', async (t) => {
    const seen: (string | undefined)[] = []
    const url = await startBare(t, (incoming, response) => {
      seen.push(incoming.headers.authorization)
      response.end('<html>')
    })
    const { carrier } = await start(t)
    assert.match((await failureOf(carrier.fetchLabel(url, 'pdf'))).message, /not a pdf label/)
    assert.deepEqual([...new Set(seen)], [undefined])
    for (const address of ['file:///etc/passwd', 'http://example.com/label.png', 'label.png'])
      assert.equal((await failureOf(carrier.fetchLabel(address, 'png'))).kind, 'rejected')
  })

  it('of the real carrier is never fetched from this machine or its network, in any spelling', async () => {
    const real = createEasyPost({ apiKey: API_KEY, now: () => 1, isPublic: isPublicAddress })
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '10.0.0.1',
      '169.254.169.254',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      '2130706433',
      '[fd00::1]',
    ])
      for (const protocol of ['http', 'https'])
        assert.equal((await failureOf(real.fetchLabel(`${protocol}://${host}:9/label.png`, 'png'))).kind, 'rejected', `${protocol} ${host}`)
  })

  it('of the real carrier is not fetched from a name that resolves to this machine', async (t) => {
    const addresses = await lookup(hostname(), { all: true }).catch(() => [])
    if (addresses.length === 0 || addresses.every(({ address }) => isPublicAddress(address))) return t.skip('this machine has no such name')
    const real = createEasyPost({ apiKey: API_KEY, now: () => 1, isPublic: isPublicAddress })
    return assert.equal((await failureOf(real.fetchLabel(`https://${hostname()}:9/label.png`, 'png'))).kind, 'rejected')
  })
})
