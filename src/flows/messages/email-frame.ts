// The HTML of an email: one column of 600 px under the operator's logo or name. Styles are inline, because many mail programs drop style sheets.

import { escaped } from '../../platform/http/html.ts'

export type Frame = {
  language: string
  subject: string
  /** The rendered text, with empty lines between paragraphs. */
  text: string
  /**
   * The link of the email. A paragraph that contains only this URL becomes a button. Elsewhere in the text, the URL becomes a link. Other
   * URLs stay plain text.
   */
  link: { url: string; label: string } | null
  operatorName: string
  logoUrl: string | null
  unsubscribe: { url: string; label: string } | null
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"
const INK = '#1f2933'
const FAINT = '#5f6b7a'
const BRAND = '#0b5563'

/** Dark mode needs a style sheet. `!important` lets the style sheet override the inline styles. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14181c !important}
.card{background:#1f252b !important}
.ink{color:#e8edf2 !important}
.faint{color:#9aa7b4 !important}
.line{border-color:#333c45 !important}
.button{background:#1c7a8c !important}
.link{color:#7cc7d6 !important}
}`

const paragraphs = (text: string, link: Frame['link']): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraphHtml(paragraph, link))
    .join('\n')

const paragraphHtml = (paragraph: string, link: Frame['link']): string => {
  if (link !== null && paragraph.trim() === link.url) return button(link)
  const html = escaped(paragraph).replaceAll('\n', '<br>')
  const address = link === null ? null : escaped(link.url)
  const linked =
    address === null ? html : html.replaceAll(address, `<a class="link" href="${address}" style="color:${BRAND}">${address}</a>`)
  return `<p class="ink" style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:${INK};overflow-wrap:anywhere">${linked}</p>`
}

const button = ({ url, label }: NonNullable<Frame['link']>): string =>
  `<p style="margin:8px 0 24px"><a class="button" href="${escaped(url)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:${BRAND};${FONT};font-size:16px;font-weight:600;line-height:20px;color:#ffffff;text-decoration:none">${escaped(label)}</a></p>`

const masthead = ({ operatorName, logoUrl }: Frame): string =>
  logoUrl === null
    ? `<span class="ink" style="${FONT};font-size:20px;font-weight:700;color:${INK}">${escaped(operatorName)}</span>`
    : `<img src="${escaped(logoUrl)}" alt="${escaped(operatorName)}" height="48" style="display:inline-block;height:48px;max-width:240px;padding:4px;border:0;border-radius:4px;background:#ffffff">`

const footer = ({ operatorName, unsubscribe }: Frame): string =>
  [
    escaped(operatorName),
    ...(unsubscribe
      ? [`<a class="faint" href="${escaped(unsubscribe.url)}" style="color:${FAINT}">${escaped(unsubscribe.label)}</a>`]
      : []),
  ].join(' · ')

export const emailHtml = (frame: Frame): string => `<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(frame.subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f2f4f6">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border-radius:8px">
<tr><td class="line" style="padding:24px 32px 20px;border-bottom:1px solid #e4e7eb">${masthead(frame)}</td></tr>
<tr><td style="padding:28px 32px 12px">
${paragraphs(frame.text, frame.link)}
</td></tr>
<tr><td class="line faint" style="padding:16px 32px 24px;border-top:1px solid #e4e7eb;${FONT};font-size:13px;line-height:20px;color:${FAINT}">${footer(frame)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
