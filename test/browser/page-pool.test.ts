// If a test adds a route to a page, the route applies to the request of the very next key press, even if the page is busy.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeInBrowser } from './support/stage.ts'

/** Number of rounds. A single round may pass by chance, if the page is idle at the right moment. */
const ROUNDS = 10
const BUSY_MS = 40
/** Script that keeps the page busy in bursts, and sends a request for every key press. */
const BE_BUSY = `(() => {
  const burn = () => {
    const end = performance.now() + ${BUSY_MS}
    while (performance.now() < end);
    if (window.isBusy) setTimeout(burn)
  }
  window.isBusy = true
  addEventListener('keydown', () => {
    window.answer = fetch('/healthz').then((response) => response.text())
  })
  setTimeout(burn)
})()`

describeInBrowser('a page', (stage) => {
  it('obeys a route from the next key on, however busy it is', async () => {
    const page = await stage.newPage()
    await page.goto('/console/')
    await page.evaluate(BE_BUSY)
    for (let round = 1; round <= ROUNDS; round++) {
      await page.route('**/healthz', (route) => route.fulfill({ body: 'routed' }), { times: 1 })
      await page.keyboard.press('x')
      assert.equal(await page.evaluate('window.answer'), 'routed', `round ${round}`)
    }
    await page.evaluate('window.isBusy = false')
  })
})
