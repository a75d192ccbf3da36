// Whether people who see, hear or point differently can use a page, as far as axe can tell.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

const GRAVE = ['serious', 'critical']
/** Again for those that the end of another starts. */
const END_TRANSITIONS = `{
  const underWay = () => document.getAnimations().filter((each) => each instanceof CSSTransition && each.playState !== 'finished')
  for (let some = underWay(); some.length > 0; some = underWay()) for (const each of some) each.finish()
}`

/** What differs between the schemes is the colours: in dark, only the rules about them can find anything new. */
const SCHEMES = {
  // Slow, and never grave.
  light: { rules: { region: { enabled: false } } },
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
}

const source = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const violationsOf = async (page: Page, options: object): Promise<string[]> => {
  const run = `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => violations)`
  const found = (await page.evaluate(run)) as Violation[]
  return found
    .filter(({ impact }) => GRAVE.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}

/** In light and in dark: no serious or critical violation. */
export const assertAccessible = async (page: Page): Promise<void> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await source)
  for (const [colorScheme, options] of Object.entries(SCHEMES)) {
    await page.emulateMedia({ colorScheme: colorScheme as keyof typeof SCHEMES })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    // Colours on their way from one scheme to the other are neither.
    await page.evaluate(END_TRANSITIONS)
    assert.deepEqual(await violationsOf(page, options), [], `${page.url()} in ${colorScheme}`)
  }
}
