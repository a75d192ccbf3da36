// The HTML of the public tracking page. It uses no JavaScript and supports light and dark mode.

import type { Operator } from '../../domain/operator/operator.ts'
import { addressLines } from '../../domain/operator/operator.ts'
import type { Package, PackageStatus } from '../../domain/packages/package.ts'
import { namesOf } from '../../domain/packages/package.ts'
import type { TrackingStep } from '../../domain/packages/tracking.ts'
import { trackingSteps } from '../../domain/packages/tracking.ts'
import { countryName } from '../../domain/values/country.ts'
import { escaped, htmlDocument, policyWith } from '../../platform/http/html.ts'
import { logoPath } from '../operator/logo.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d5dae0; --done: #0b6b43; --paper: #fff; --ground: #f3f5f6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #a3adb7; --line: #3a424b; --done: #5fd3a2; --paper: #191f24; --ground: #101417; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 36rem; min-height: 100vh; margin: 0 auto; padding: 1.5rem 1.25rem; background: var(--paper); }
@media (min-width: 40rem) { main { min-height: 0; margin: 3rem auto; padding: 2rem; border: 1px solid var(--line); border-radius: .75rem; } }
header { display: flex; align-items: center; gap: .75rem; flex-wrap: wrap; margin-bottom: 1.5rem; font-weight: 600; overflow-wrap: anywhere; }
header img { max-width: 100%; max-height: 3.5rem; background: #fff; border-radius: .25rem; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; color: var(--soft); overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { margin: 0 0 1.25rem; color: var(--soft); }
p.now { color: var(--ink); font-weight: 600; }
ul { margin: 0 0 2rem; padding: 0; list-style: none; }
ul li { padding-bottom: .75rem; }
a { color: inherit; }
ul a { display: block; font-weight: 600; }
ol { list-style: none; margin: 0 0 2rem; padding: 0 0 0 .5rem; }
ol li { position: relative; border-left: 2px solid var(--line); padding: 0 0 1.25rem 1.25rem; color: var(--soft); }
ol li:last-child { border-color: transparent; }
ol li::before { content: ""; position: absolute; left: calc(-.45rem - 1px); top: .3rem; box-sizing: border-box; width: .9rem; height: .9rem; border: 2px solid var(--line); border-radius: 50%; background: var(--paper); }
ol li:first-child::after { content: ""; position: absolute; left: -2px; top: 0; width: 2px; height: .3rem; background: var(--paper); }
ol li.done { color: var(--ink); }
ol li.done::before { border-color: var(--done); background: var(--done); }
ol li.done:has(+ .done) { border-color: var(--done); }
li:last-child { padding-bottom: 0; }
li strong { display: block; }
form { display: flex; gap: .5rem; flex-wrap: wrap; }
label { flex-basis: 100%; }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: .25rem; background: var(--paper); color: var(--ink); }
input { flex: 1 1 12rem; min-width: 0; }
button { border-color: var(--ink); background: var(--ink); color: var(--paper); font-weight: 600; cursor: pointer; }
`

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

/** Data for every page: the operator, and the URL of this server for link previews. */
export type Setting = { operator: Operator | null; baseUrl: string }

const logoOf = ({ operator }: Setting): string | null => (operator?.logoSha256 ? logoPath(operator.logoSha256) : null)

const POLICIES = { logo: policyWith(STYLE, "'self' data:"), none: policyWith(STYLE) }

/** The content security policy. It allows images from this server if the operator has a logo. Without a logo, it forbids them. */
export const trackPagePolicy = (setting: Setting): string => POLICIES[logoOf(setting) === null ? 'none' : 'logo']

/** Shows the operator's logo with the name as its alternative text. Without a logo, shows only the name. */
const masthead = (setting: Setting): string => {
  const logo = logoOf(setting)
  const name = escaped(setting.operator?.name ?? '')
  if (name === '') return ''
  return logo === null ? `<header>${name}</header>\n` : `<header><img src="${logo}" alt="${name}"></header>\n`
}

const link = (href: string, text: string): string => `<a href="${escaped(href)}">${escaped(text)}</a>`

const contact = ({ operator }: Setting): string => {
  if (!operator) return ''
  const { name, phone, email, website, address } = operator
  const ways = [
    ...(phone ? [link(`tel:${phone.replaceAll(/[^+\d]/g, '')}`, phone)] : []),
    ...(email ? [link(`mailto:${email}`, email)] : []),
    ...(website ? [link(website, website.replace(/^https?:\/\//, ''))] : []),
  ]
  const lines = [escaped([name, ...addressLines(address)].join(', ')), ...(ways.length > 0 ? [ways.join(' · ')] : [])]
  return `\n<footer>${lines.join('<br>')}</footer>`
}

const property = (name: string, content: string): string => `<meta property="og:${name}" content="${escaped(content)}">\n`

const shared = (setting: Setting, title: string, description: string): string => {
  const logo = logoOf(setting)
  return [
    '<meta name="robots" content="noindex">\n',
    `<meta name="description" content="${escaped(description)}">\n`,
    property('type', 'website'),
    ...(setting.operator ? [property('site_name', setting.operator.name)] : []),
    property('title', title),
    property('description', description),
    ...(logo === null ? [] : [property('image', setting.baseUrl + logo)]),
  ].join('')
}

const page = (setting: Setting, heading: string, description: string, content: string): string => {
  const title = [heading, ...(setting.operator ? [setting.operator.name] : [])].join(' · ')
  const logo = logoOf(setting)
  return htmlDocument({
    title,
    style: STYLE,
    head: shared(setting, title, description),
    body: `<main>\n${masthead(setting)}<h1>${escaped(heading)}</h1>\n${content}${contact(setting)}\n</main>`,
    ...(logo === null ? {} : { icon: logo }),
  })
}

/** A page without a parcel. It shows a message and the search form. */
export const searchPage = (setting: Setting, heading: string, message: string, number: string): string =>
  page(setting, heading, 'Where is my parcel?', `<p role="status">${escaped(message)}</p>\n${searchForm(number)}`)

const laneOf = ({ originCountry, destinationCountry }: Package): string =>
  `${countryName(originCountry)} to ${countryName(destinationCountry)}`

/** The next step of a parcel, or its final status, in words for the recipient. */
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

export const trackPage = (setting: Setting, { parcel, eta, dateOf, timeZone }: Tracked): string => {
  const { parcelNumber, quantity, status, repackedInto } = parcel
  const facts = [
    ...(repackedInto ? [`It travels in parcel ${namesOf(repackedInto.parcels)}.`] : []),
    ...(quantity > 1 ? [`${quantity} pieces.`] : []),
    ...(eta === null ? [] : [`Expected ${dateOf(eta)}.`]),
    isHeld(parcel) ? HELD : NEXT[status],
  ]
  return page(
    setting,
    `Parcel ${parcelNumber}`,
    [`${laneOf(parcel)}.`, `${TITLES[status]}.`, ...facts].join(' '),
    `<p>${escaped(laneOf(parcel))}. Times are those of ${escaped(timeZone)}.</p>
<p class="now">${escaped(facts.join(' '))}</p>
<ol>
${trackingSteps(parcel)
  .map((step) => stepItem(step, dateOf))
  .join('\n')}
</ol>
${searchForm('')}`,
  )
}

/** The page for a code that several parcels share. It links to the page of each parcel. */
export const parcelsPage = (setting: Setting, parcels: readonly Package[]): string =>
  page(
    setting,
    `${parcels.length} parcels`,
    `${laneOf(parcels[0]!)}.`,
    `<p>${escaped(laneOf(parcels[0]!))}.</p>
<ul>
${parcels
  .map(
    ({ parcelNumber: number, status }) => `<li><a href="/track/${encodeURIComponent(number)}">${escaped(number)}</a>${TITLES[status]}</li>`,
  )
  .join('\n')}
</ul>
${searchForm('')}`,
  )
