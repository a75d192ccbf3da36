// Whether people who see, hear or point differently can use a page, as far as axe can tell.

import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

const GRAVE = ['serious', 'critical']
const TRANSITIONS_OVER = `Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished))`

const violationsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source)
  const found = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  )) as Violation[]
  return found
    .filter(({ impact }) => GRAVE.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}

/** In light and in dark: no serious or critical violation. */
export const assertAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    // Colours on their way from one scheme to the other are neither.
    await page.evaluate(TRANSITIONS_OVER)
    assert.deepEqual(await violationsOf(page), [], `${page.url()} in ${colorScheme}`)
  }
}
