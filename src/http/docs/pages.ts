// The HTML of the guides, of the search results, and of the home page (/).

import { escaped, htmlDocument } from '../../platform/http/html.ts'
import type { Guide } from './guides.ts'
import { searchGuides, wordsOf } from './search.ts'
import { STYLE } from './style.ts'

export const COLLECTION_NAME = 'waybill.postman_collection.json'

const searchForm = (query: string): string => `<form action="/docs" method="get" role="search">
<input name="q" type="search" aria-label="Search the guides" placeholder="Search the guides" value="${escaped(query)}" maxlength="100" autocomplete="off">
<button type="submit">Search</button>
</form>`

const header = (query: string, brand: string): string => `<a class="skip" href="#main">Skip to the content</a>
<header><div class="bar">
<a class="brand" href="/">${escaped(brand)}</a>
<nav aria-label="Main">
<a href="/docs">Guides</a>
<a href="/reference">API reference</a>
<a href="/console">Console</a>
<a href="/track">Track a parcel</a>
</nav>
${searchForm(query)}
</div></header>
`

const guideList = (guides: readonly Guide[], current: string | null): string => {
  const items = guides.map(
    ({ name, title }) => `<li><a href="/docs/${name}"${name === current ? ' aria-current="page"' : ''}>${escaped(title)}</a></li>`,
  )
  return `<nav class="guides" aria-label="Guides"><ul>\n${items.join('\n')}\n</ul></nav>\n`
}

/** `brand`: the operator's name, or the product's name if the operator has not set a name. */
type Frame = {
  title: string
  brand: string
  guides: readonly Guide[]
  current?: Guide
  query?: string
  head?: string
  content: string
  aside?: string
}

const frame = ({ title, brand, guides, current, query = '', head = '', content, aside = '' }: Frame): string =>
  htmlDocument({
    title: `${title} · ${brand}`,
    style: STYLE,
    head,
    body: `${header(query, brand)}<div class="page">
${guideList(guides, current?.name ?? null)}<main id="main">
${content}</main>
${aside}</div>`,
  })

const contents = ({ sections }: Guide): string => {
  const items = sections.filter(({ id }) => id !== '').map(({ id, title }) => `<li><a href="#${escaped(id)}">${escaped(title)}</a></li>`)
  return items.length < 2
    ? ''
    : `<nav class="contents" aria-label="On this page"><ul>\n<li><p>On this page</p></li>\n${items.join('\n')}\n</ul></nav>\n`
}

const link = (guide: Guide | undefined, words: (title: string) => string): string =>
  guide ? `<a href="/docs/${guide.name}">${words(escaped(guide.title))}</a>` : ''

export const guidePage = (guides: readonly Guide[], guide: Guide, brand: string): string => {
  const at = guides.indexOf(guide)
  const links = [
    link(guides[at - 1], (title) => `← ${title}`),
    `<a href="/docs/${guide.name}.md">This page as Markdown</a>`,
    link(guides[at + 1], (title) => `${title} →`),
  ]
  return frame({
    title: guide.title,
    brand,
    guides,
    current: guide,
    head: `<link rel="alternate" type="text/markdown" href="/docs/${guide.name}.md">\n<meta name="description" content="${escaped(guide.summary)}">\n`,
    content: `<article>\n${guide.html}</article>\n<p class="next">${links.filter((each) => each !== '').join('\n')}</p>\n`,
    aside: contents(guide),
  })
}

const card = (title: string, address: string, text: string): string =>
  `<li><h2><a href="${address}">${escaped(title)}</a></h2><p>${escaped(text)}</p></li>`

export const indexPage = (guides: readonly Guide[], brand: string): string =>
  frame({
    title: 'Guides',
    brand,
    guides,
    content: `<h1>Guides</h1>
<p class="lead">How to quote, book, hold and track freight with this server’s API, from the first call to production.</p>
<ul class="cards">
${guides.map(({ name, title, summary }) => card(title, `/docs/${name}`, summary)).join('\n')}
</ul>
<p>For programs: <a href="/openapi.json">the OpenAPI document</a> (<a href="/openapi.yaml">YAML</a>), <a href="/client.tgz">the client for TypeScript and JavaScript</a>, <a href="/docs/${COLLECTION_NAME}">a collection for Postman and Bruno</a>, and <a href="/llms.txt">llms.txt</a> with every guide as Markdown.</p>
`,
  })

export const missingPage = (guides: readonly Guide[], brand: string): string =>
  frame({ title: 'No such guide', brand, guides, content: '<h1>No such guide</h1>\n<p><a href="/docs">All guides</a></p>\n' })

/** Highlights the words of the query in an excerpt. Returns HTML. */
const marked = (text: string, words: readonly string[]): string => {
  const searched = text.toLowerCase()
  let html = ''
  for (let at = 0; at < text.length; ) {
    const found = words.find((word) => searched.startsWith(word, at))
    const end = at + (found?.length ?? 1)
    const part = escaped(text.slice(at, end))
    html += found ? `<mark>${part}</mark>` : part
    at = end
  }
  return html
}

export const searchPage = (guides: readonly Guide[], query: string, brand: string): string => {
  const found = searchGuides(guides, query)
  const words = wordsOf(query)
  const items = found.map(({ guide, section, excerpt }) => {
    const address = `/docs/${guide.name}${section.id === '' ? '' : `#${section.id}`}`
    const title = section.id === '' ? guide.title : `${guide.title}: ${section.title}`
    return `<li><a href="${escaped(address)}">${marked(title, words)}</a><p>${marked(excerpt, words)}</p></li>`
  })
  const count = found.length === 0 ? 'Nothing was found for' : `${found.length} ${found.length === 1 ? 'section' : 'sections'} for`
  return frame({
    title: 'Search',
    brand,
    guides,
    query,
    content: `<h1>Search</h1>
<p class="lead" role="status">${count} “${escaped(query)}”.</p>
<ul class="results">
${items.join('\n')}
</ul>
`,
  })
}

const TRACK_CARD = `<li><h2><a href="/track">Track a parcel</a></h2>
<p>No account is needed.</p>
<form action="/track" method="get">
<input name="number" aria-label="Parcel number, tracking code or reference" placeholder="Parcel number or code" required maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false">
<button type="submit">Track</button>
</form></li>`

export const homePage = (brand: string): string =>
  htmlDocument({
    title: brand,
    style: STYLE,
    body: `<main class="home">
<h1>${escaped(brand)}</h1>
<p class="lead">Quote, book, hold, release and track air and ocean parcel freight.</p>
<ul class="cards">
${card('Guides', '/docs', 'From the first call to production: quickstart, the four flows, errors, webhooks, test mode.')}
${card('API reference', '/reference', 'Every operation with its fields, examples and errors.')}
${TRACK_CARD}
${card('Console', '/console', 'For the forwarder’s staff: receive, ship, price, and look after clients.')}
</ul>
<p class="soft">For programs: <a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a>, <a href="/client.tgz">client.tgz</a>, <a href="/docs/${COLLECTION_NAME}">a collection for Postman and Bruno</a>, <a href="/llms.txt">llms.txt</a>.</p>
</main>`,
  })
