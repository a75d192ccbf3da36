// The style sheet of the guides and of the page at /, for light and dark mode, wide and narrow screens, and print.

import { policyWith } from '../../platform/http/html.ts'

export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #55606b; --line: #d5dae0; --paper: #fff; --panel: #f5f7f9; --link: #0b5563; --mark: #ffe9a8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #a8b2bc; --line: #39424b; --paper: #14181c; --panel: #1d2329; --link: #7cc9d8; --mark: #4a3c0c; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--link); }
a:focus-visible, pre:focus-visible, .table:focus-visible, input:focus-visible, button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; }
header { border-bottom: 1px solid var(--line); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; max-width: 82rem; margin: 0 auto; padding: .75rem 1.25rem; }
.bar .brand { font-weight: 700; color: var(--ink); text-decoration: none; }
.bar nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; flex: 1; }
.bar nav a { text-decoration: none; }
.bar nav a:hover, .guides a:hover, .contents a:hover { text-decoration: underline; }
form { display: flex; gap: .5rem; min-width: 0; }
input, button { font: inherit; padding: .35rem .65rem; border: 1px solid var(--soft); border-radius: .3rem; background: var(--paper); color: var(--ink); }
input { flex: 1 1 10rem; min-width: 0; }
.page { display: grid; grid-template-columns: 13rem minmax(0, 1fr) 13rem; gap: 2.5rem; max-width: 82rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.page > main { grid-column: 2; min-width: 0; }
.home { max-width: 48rem; margin: 0 auto; padding: 2.5rem 1.25rem; }
.guides, .contents { font-size: .925rem; }
.guides ul, .contents ul { list-style: none; margin: 0; padding: 0; position: sticky; top: 1.5rem; }
.guides li, .contents li { margin: 0 0 .35rem; }
.guides a, .contents a { text-decoration: none; display: block; }
.guides [aria-current] { font-weight: 700; color: var(--ink); }
.contents p { margin: 0 0 .35rem; font-weight: 600; color: var(--soft); }
h1 { font-size: 1.9rem; line-height: 1.25; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.25rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; overflow-wrap: anywhere; }
.anchor { visibility: hidden; text-decoration: none; font-weight: 400; }
h2:hover .anchor, h3:hover .anchor, .anchor:focus { visibility: visible; }
p, ul, ol { margin: 0 0 1rem; }
main li { margin: 0 0 .35rem; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
:not(pre) > code { background: var(--panel); border-radius: .25rem; padding: .1em .3em; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .85rem 1rem; margin: 0 0 1.25rem; overflow-x: auto; }
pre code { overflow-wrap: normal; }
.table { overflow-x: auto; margin: 0 0 1.25rem; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th, td { border-bottom: 1px solid var(--line); padding: .45rem .75rem .45rem 0; text-align: left; vertical-align: top; }
td { min-width: 6rem; }
th { color: var(--soft); font-weight: 600; }
td code { white-space: nowrap; }
.lead, .soft { color: var(--soft); }
.next { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; font-size: .925rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem; list-style: none; padding: 0; }
.cards > li { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.15rem; margin: 0; }
.cards h2 { margin: 0 0 .25rem; font-size: 1.1rem; }
.cards p { margin: 0 0 .5rem; color: var(--soft); }
.cards > li > :last-child { margin-bottom: 0; }
.results { list-style: none; padding: 0; }
.results li { margin: 0 0 1.25rem; }
.results p { margin: 0; color: var(--soft); }
mark { background: var(--mark); color: var(--ink); }
@media (max-width: 70rem) { .page { grid-template-columns: 12rem minmax(0, 1fr); } .contents { display: none; } }
@media (max-width: 46rem) { .page { display: block; padding-top: 1rem; } .guides { display: none; } .bar form { flex-basis: 100%; } h1 { font-size: 1.6rem; } }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #333; --paper: #fff; --panel: #fff; --link: #000; }
  header, .guides, .contents, .next, .anchor, .skip { display: none; }
  .page { display: block; max-width: none; padding: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  tr { break-inside: avoid; }
}
`

export const PAGE_CSP = policyWith(STYLE)
