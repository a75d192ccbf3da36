// The HTML of the public tracking page: no JavaScript, light and dark.

import type { TrackingStep } from '../../domain/packages/tracking.ts'
import { escaped, htmlDocument, policyWith } from './html.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d5dae0; --done: #0b6b43; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #a3adb7; --line: #3a424b; --done: #5fd3a2; --paper: #14181c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { margin: 0 0 1.25rem; color: var(--soft); }
ol { list-style: none; margin: 0 0 2rem; padding: 0; }
li { border-left: 3px solid var(--line); padding: 0 0 1.25rem 1rem; color: var(--soft); }
li.done { border-color: var(--done); color: var(--ink); }
li:last-child { padding-bottom: 0; }
li strong { display: block; }
form { display: flex; gap: .5rem; flex-wrap: wrap; }
label { flex-basis: 100%; }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .25rem; background: var(--paper); color: var(--ink); }
input { flex: 1 1 12rem; min-width: 0; }
`

export const TRACK_PAGE_CSP = policyWith(STYLE)

const TITLES: Record<string, string> = {
  booked: 'Booked',
  warehouse: 'Received at the warehouse',
  transit: 'In transit',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

const stepItem = (step: TrackingStep, dateOf: (ms: number) => string): string => {
  const isDone = step.completedAt !== null
  const when =
    step.completedAt === null
      ? 'Not yet'
      : `<time datetime="${new Date(step.completedAt).toISOString()}">${escaped(dateOf(step.completedAt))}</time>`
  return `<li${isDone ? ' class="done"' : ''}><strong>${TITLES[step.status] ?? escaped(step.status)}</strong>${when}</li>`
}

const searchForm = (number: string): string => `<form action="/track" method="get">
<label for="number">Parcel number</label>
<input id="number" name="number" value="${escaped(number)}" required maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false">
<button type="submit">Track</button>
</form>`

const page = (title: string, content: string): string =>
  htmlDocument({ title, style: STYLE, head: '<meta name="robots" content="noindex">\n', body: `<main>\n${content}\n</main>` })

/** A page without a parcel: the form, and why nothing is shown. */
export const searchPage = (title: string, message: string, number: string): string =>
  page(title, `<h1>${escaped(title)}</h1>\n<p role="status">${escaped(message)}</p>\n${searchForm(number)}`)

export const trackPage = (given: {
  parcelNumber: string
  lane: string
  steps: readonly TrackingStep[]
  dateOf: (ms: number) => string
  timeZone: string
}): string =>
  page(
    `Parcel ${given.parcelNumber}`,
    `<h1>Parcel ${escaped(given.parcelNumber)}</h1>
<p>${escaped(given.lane)}. Times are those of ${escaped(given.timeZone)}.</p>
<ol>
${given.steps.map((step) => stepItem(step, given.dateOf)).join('\n')}
</ol>
${searchForm('')}`,
  )
