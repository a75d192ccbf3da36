// An email in an iframe without scripts. Styles are applied one by one, because the console's content security policy forbids inline styles.

import './messages.css'
import type { SyntheticEvent } from 'react'
import { useState } from 'react'
import { t } from '../../strings.ts'
import { styleNonce } from '../../style-nonce.ts'

const HEIGHT_FIRST_PX = 480

/**
 * Renames `style` attributes and adds the nonce to `<style>` elements, because the content security policy would block the original styles.
 */
const withoutInlineStyles = (html: string): string =>
  html.replaceAll(' style="', ' data-style="').replaceAll('<style>', `<style nonce="${styleNonce()}">`)

const applyStyles = (page: Document): void => {
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style!
  // All links are disabled, because one of them unsubscribes the recipient.
  for (const link of page.querySelectorAll('a')) {
    link.removeAttribute('href')
    link.setAttribute('role', 'link')
    link.setAttribute('aria-disabled', 'true')
  }
}

export const EmailFrame = ({ html }: { html: string }) => {
  const [heightPx, setHeightPx] = useState(HEIGHT_FIRST_PX)
  const show = ({ currentTarget: { contentDocument: page } }: SyntheticEvent<HTMLIFrameElement>) => {
    if (!page) return
    applyStyles(page)
    setHeightPx(page.body.scrollHeight)
  }
  return (
    <iframe
      className="email-frame"
      title={t('messages.framed')}
      sandbox="allow-same-origin"
      srcDoc={withoutInlineStyles(html)}
      height={heightPx}
      onLoad={show}
    />
  )
}
