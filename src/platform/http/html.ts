// Helpers for HTML pages without scripts: escaping, icon, document skeleton and content security policy.

import { hash } from 'node:crypto'

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5563"/><path d="M7 10l4 13 5-11 5 11 4-13" fill="none" stroke="#fff" stroke-width="2.6"/></svg>',
)}`

/**
 * A content security policy that allows this style sheet, images from the sources in `images`, and forms that post to this server.
 * Everything else is forbidden.
 */
export const policyWith = (style: string, images = 'data:'): string =>
  `default-src 'none'; img-src ${images}; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

type HtmlDocument = { title: string; style: string; head?: string; body: string; icon?: string }

/** `head` and `body` are HTML and are inserted unescaped. `title` is plain text. */
export const htmlDocument = ({ title, style, head = '', body, icon = ICON }: HtmlDocument): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escaped(title)}</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>${body}</body>
</html>
`
