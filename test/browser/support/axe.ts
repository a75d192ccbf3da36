// Checks the accessibility of a page with axe.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { findUnseenTexts } from './text-looks.ts'

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }

/** The colour rules of axe. They are by far the slowest rules, and the only rules whose result depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Rules about the frame that all pages share. These slow rules run once per process. In a soak test they run on every page. */
const FRAME_RULES = ['region', 'avoid-inline-spacing']

const source = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Text styles (see text-looks.ts) that have passed in this process. They are not checked again. */
const seenLooks = new Set<string>()

/**
 * A script that runs axe on the elements that the expression `context` selects. Selecting and checking are one script, so that the page
 * cannot replace an element in between.
 */
const check = (context: string, options: object): string => {
  // Without `preload: false`, axe would load all style sheets again, for two rules on audio and orientation that no page here needs.
  const all = JSON.stringify({ ...options, resultTypes: ['violations'], preload: false })
  return `axe.run(${context}, ${all}).then(({ violations }) => violations)`
}

const assertNone = (page: Page, found: Violation[], about: string): void => {
  const told = found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
  assert.deepEqual(told, [], `${page.url()} ${about}`)
}

let isFrameSeen = false
const otherRules = (): Record<string, { enabled: false }> => {
  const left = isFrameSeen && !process.env.SOAK ? [...COLOUR_RULES, ...FRAME_RULES] : COLOUR_RULES
  isFrameSeen = true
  return Object.fromEntries(left.map((rule) => [rule, { enabled: false }]))
}

/** A script that returns the page's language, path and dialogs (`place`), and the kinds of elements on the page (`kinds`). */
const LOOK_AROUND = `(() => {
  const { pathname } = location
  const dialogs = [...document.querySelectorAll('[role=dialog]')].map((dialog) => dialog.querySelector('h1, h2, h3')?.textContent)
  const kindOf = ({ localName, attributes }) =>
    [localName, ...[...attributes].flatMap(({ name, value }) => (/^(role|type)$/.test(name) ? value : name.startsWith('aria-') ? name : []))].join(' ')
  return {
    place: [document.documentElement.lang, pathname.replace(/_[0-9a-z]{20,}/g, ''), ...dialogs].join(),
    kinds: [...new Set([...document.body.querySelectorAll('*')].map(kindOf))].sort().join(),
  }
})()`
const [seenPlaces, seenKinds] = [new Set<string>(), new Set<string>()]

/**
 * `place`: whether this page is checked for the first time. `kinds`: whether it has these kinds of elements for the first time. In a soak
 * test, both are always true.
 */
const isNew = async (page: Page): Promise<{ place: boolean; kinds: boolean }> => {
  const { place, kinds } = await page.evaluate<{ place: string; kinds: string }>(LOOK_AROUND)
  const found = { place: !seenPlaces.has(place), kinds: !seenKinds.has(place + kinds) }
  seenPlaces.add(place)
  seenKinds.add(place + kinds)
  return process.env.SOAK ? { place: true, kinds: true } : found
}

const assertLegible = async (page: Page, scheme: string | null): Promise<void> => {
  const [looks, found] = await page.evaluate<[looks: string[], found: Violation[]]>(`(async () => {
    const { looks, doubtful } = ${findUnseenTexts(seenLooks)}
    return [looks, doubtful.length === 0 ? [] : await ${check('{ include: doubtful }', { runOnly: COLOUR_RULES })}]
  })()`)
  assertNone(page, found, `in ${scheme}`)
  for (const look of looks) seenLooks.add(look)
}

/**
 * Asserts that axe finds no faults. Does nothing if this page was already checked with the same kinds of elements. The first check covers
 * both colour schemes, and may leave the page in the other scheme.
 */
export const assertAccessible = async (page: Page): Promise<void> => {
  const { place, kinds } = await isNew(page)
  if (!kinds) return
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await source)
  const first = await page.locator('html').getAttribute('data-mantine-color-scheme')
  assertNone(page, await page.evaluate<Violation[]>(check('document', { rules: otherRules() })), '')
  // A page without the console's theme follows the colour scheme of the system.
  for (const scheme of first === null ? (['light', 'dark'] as const) : []) {
    await page.emulateMedia({ colorScheme: scheme })
    await assertLegible(page, scheme)
  }
  if (first === null) return
  await assertLegible(page, first)
  if (!place) return
  const second = first === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: second })
  await page.locator(`html[data-mantine-color-scheme="${second}"]`).waitFor()
  await assertLegible(page, second)
}
