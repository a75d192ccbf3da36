// The link from a page of the console to its page of the docs.

import { Anchor } from '@mantine/core'
import { createContext, useContext } from 'react'
import { t } from '../strings.ts'

export const DocsContext = createContext<string | null>(null)

/** Opens in a new tab, so that unsaved input stays. */
export const DocsLink = () => {
  const href = useContext(DocsContext)
  if (href === null) return null
  return (
    <Anchor href={href} target="_blank" size="sm" className="no-print">
      {t('shell.docs')}
    </Anchor>
  )
}
