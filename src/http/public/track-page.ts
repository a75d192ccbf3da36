// The HTML of the public tracking page: no JavaScript, light and dark.

import type { Package, PackageStatus } from '../../domain/packages/package.ts'
import type { TrackingStep } from '../../domain/packages/tracking.ts'
import { trackingSteps } from '../../domain/packages/tracking.ts'
import { countryName } from '../../domain/values/country.ts'
import { escaped, htmlDocument, policyWith } from './html.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d5dae0; --done: #0b6b43; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #a3adb7; --line: #3a424b; --done: #5fd3a2; --paper: #14181c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { margin: 0 0 1.25rem; color: var(--soft); }
p.now { color: var(--ink); font-weight: 600; }
ul { margin: 0 0 2rem; padding: 0; list-style: none; }
ul li { padding-bottom: .75rem; }
a { display: block; color: inherit; font-weight: 600; }
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

const TITLES: Record<PackageStatus, string> = {
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
  return `<li${isDone ? ' class="done"' : ''}><strong>${TITLES[step.status]}</strong>${when}</li>`
}

const searchForm = (number: string): string => `<form action="/track" method="get">
<label for="number">Parcel number, tracking code or reference</label>
<input id="number" name="number" value="${escaped(number)}" required maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false">
<button type="submit">Track</button>
</form>`

const page = (title: string, content: string): string =>
  htmlDocument({ title, style: STYLE, head: '<meta name="robots" content="noindex">\n', body: `<main>\n${content}\n</main>` })

/** A page without a parcel: the form, and why nothing is shown. */
export const searchPage = (title: string, message: string, number: string): string =>
  page(title, `<h1>${escaped(title)}</h1>\n<p role="status">${escaped(message)}</p>\n${searchForm(number)}`)

const laneOf = ({ originCountry, destinationCountry }: Package): string =>
  `${countryName(originCountry)} to ${countryName(destinationCountry)}`

/** What comes next, in words for whoever waits. A hold has its reasons, which are nobody else's. */
const NEXT: Record<PackageStatus, string> = {
  booked: 'Next: it reaches our warehouse.',
  warehouse: 'Next: it leaves our warehouse.',
  transit: 'Next: it is handed over at its destination.',
  delivered: 'It has been delivered.',
  cancelled: 'It was cancelled.',
}
const HELD = 'It is being held for now. Whoever sent you this number can tell you more.'
const isHeld = ({ holdInstruction, status }: Package): boolean =>
  holdInstruction === 'hold' && status !== 'delivered' && status !== 'cancelled'

type Tracked = { parcel: Package; eta: number | null; dateOf: (ms: number) => string; timeZone: string }

export const trackPage = ({ parcel, eta, dateOf, timeZone }: Tracked): string => {
  const { parcelNumber, quantity, status } = parcel
  const facts = [
    ...(quantity > 1 ? [`${quantity} pieces.`] : []),
    ...(eta === null ? [] : [`Expected ${dateOf(eta)}.`]),
    isHeld(parcel) ? HELD : NEXT[status],
  ]
  return page(
    `Parcel ${parcelNumber}`,
    `<h1>Parcel ${escaped(parcelNumber)}</h1>
<p>${escaped(laneOf(parcel))}. Times are those of ${escaped(timeZone)}.</p>
<p class="now">${escaped(facts.join(' '))}</p>
<ol>
${trackingSteps(parcel)
  .map((step) => stepItem(step, dateOf))
  .join('\n')}
</ol>
${searchForm('')}`,
  )
}

/** Several parcels under one code: each with its own page. */
export const parcelsPage = (parcels: readonly Package[]): string =>
  page(
    `${parcels.length} parcels`,
    `<h1>${parcels.length} parcels</h1>
<p>${escaped(laneOf(parcels[0]!))}.</p>
<ul>
${parcels
  .map(
    ({ parcelNumber: number, status }) => `<li><a href="/track/${encodeURIComponent(number)}">${escaped(number)}</a>${TITLES[status]}</li>`,
  )
  .join('\n')}
</ul>
${searchForm('')}`,
  )
