// The guides for client developers and the manuals for staff, read from docs and rendered once.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tokens } from 'marked'
import { escaped } from '../../platform/http/html.ts'

const DOCS_DIR = join(import.meta.dirname, '../../../docs')
const GUIDES_DIR = join(DOCS_DIR, 'guides')

/** The guides, in the order in which they are listed. No other file of their folder is read. */
export const GUIDE_NAMES = [
  'quickstart',
  'program',
  'flows',
  'customers',
  'warehouse-addresses',
  'inbound',
  'invoices',
  'messages',
  'idempotency',
  'pagination',
  'errors',
  'webhooks',
  'languages',
  'test-mode',
  'rate-limits',
  'versioning',
] as const

/** The manuals for staff, which the pages of the console link to. They are not listed among the guides. */
export const MANUAL_NAMES = ['warehouse', 'rate-cards', 'billing', 'operators', 'sending-messages'] as const
/**
 * File names of manuals that are served under another name. For example, docs/messages.md is served as `sending-messages`, because
 * `messages` is a guide.
 */
const MANUAL_FILES: { readonly [Name in (typeof MANUAL_NAMES)[number]]?: string } = { 'sending-messages': 'messages' }

/** A heading and the text below it. The first section is the title of the guide, with the text before the next heading. */
export type Section = { id: string; title: string; text: string }

export type Guide = { name: string; title: string; summary: string; markdown: string; html: string; sections: Section[] }

const TABLE_RULE = /^[-|\s]+$/gm
const MARKUP = /\[([^[\]]*)\]\([^()[\]]*\)|[`*|]|^[-#>]+ /gm

const plain = (markdown: string): string => markdown.replaceAll(TABLE_RULE, ' ').replaceAll(MARKUP, '$1').replaceAll(/\s+/g, ' ').trim()

/** Creates the same anchors as GitHub. Links to sections then also work when the guides are read on GitHub. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const FILE = /^(?:guides\/|\.\.\/)?([\w-]+)\.md(?=#|$)/
const SERVED: readonly string[] = [...GUIDE_NAMES, ...MANUAL_NAMES]

/**
 * The URL for a link in a guide. For example, `errors.md#codes` becomes /docs/errors#codes. Null if the link is to a Markdown file that is
 * not served.
 */
const addressOf = (href: string): string | null => {
  if (!/^[^:#]+\.md(#|$)/.test(href)) return href
  const name = FILE.exec(href)?.[1]
  return name && SERVED.includes(name) ? href.replace(FILE, '/docs/$1') : null
}

const renderer = {
  heading(this: { parser: { parseInline(tokens: Tokens.Generic[]): string } }, { tokens, depth, text }: Tokens.Heading): string {
    const content = this.parser.parseInline(tokens)
    if (depth === 1) return `<h1>${content}</h1>\n`
    const id = escaped(anchorOf(plain(text)))
    return `<h${depth} id="${id}">${content} <a class="anchor" href="#${id}" aria-label="Link to ${escaped(plain(text))}">#</a></h${depth}>\n`
  },
  // A code block can be focused, so that it can be scrolled with the keyboard.
  code: ({ text, lang = '' }: Tokens.Code): string =>
    `<pre tabindex="0"${lang === '' ? '' : ` data-language="${escaped(lang)}"`}><code>${escaped(text)}\n</code></pre>\n`,
  link(this: { parser: { parseInline(tokens: Tokens.Generic[]): string } }, { href, tokens }: Tokens.Link): string {
    const [address, text] = [addressOf(href), this.parser.parseInline(tokens)]
    return address === null ? text : `<a href="${escaped(address)}">${text}</a>`
  },
  // Images are dropped, because an installation does not contain the image files.
  image: (): string => '',
  // HTML is dropped, because the only HTML in the guides is comments for editors.
  html: (): string => '',
}

const sectionsOf = (tokens: readonly Tokens.Generic[]): Section[] => {
  const sections: Section[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plain(token.text as string)
      sections.push({ id: token.depth === 1 ? '' : anchorOf(title), title, text: '' })
    } else if (token.type !== 'html') {
      const section = sections.at(-1)
      if (section) section.text = `${section.text} ${plain(token.type === 'code' ? token.text : token.raw)}`.trim()
    }
  }
  return sections
}

const readGuide = async (dir: string, name: string, file = name): Promise<Guide> => {
  const { Marked } = await import('marked')
  const markdown = await readFile(join(dir, `${file}.md`), 'utf8')
  const marked = new Marked({ renderer })
  const tokens = marked.lexer(markdown)
  const sections = sectionsOf(tokens)
  const first = tokens.find(({ type }) => type === 'paragraph')
  const html = marked
    .parser(tokens)
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  return { name, title: sections[0]?.title ?? name, summary: plain(first?.raw ?? ''), markdown, html, sections }
}

export type Docs = { guides: Guide[]; manuals: Guide[] }

let loading: Promise<Docs> | null = null

const readAll = async (): Promise<Docs> => ({
  guides: await Promise.all(GUIDE_NAMES.map((name) => readGuide(GUIDES_DIR, name))),
  manuals: await Promise.all(MANUAL_NAMES.map((name) => readGuide(DOCS_DIR, name, MANUAL_FILES[name]))),
})

/** The files are read once, because an update may replace the files of a running server. A failed read is retried. */
export const loadDocs = (): Promise<Docs> => {
  loading ??= readAll().catch((error) => {
    loading = null
    throw error
  })
  return loading
}
