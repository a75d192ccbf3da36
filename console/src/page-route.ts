// A page of the console: its path, who may open it, and its place in the navigation.

import type { ComponentType } from 'react'
import type { IconName } from './components/icons.tsx'
import type { DOCS_PAGES } from './docs-pages.ts'
import type { PlainKey } from './strings.ts'
import type { Role } from './wire.ts'

export type NavGroup = 'warehouse' | 'counter' | 'accounts' | 'prices' | 'administration'

export type PageRoute = {
  /** The path below /console, as a wouter pattern such as `/businesses/:id`. */
  path: keyof typeof DOCS_PAGES
  title: PlainKey
  /** The roles that may open the page; all roles by default. */
  roles?: readonly Role[]
  /** True if the page shows money. The warehouse role may open the page only if the operator lets this role see money. */
  isMoney?: true
  load: () => Promise<{ default: ComponentType }>
  /** The text shown instead of the mode switch. Set on pages that are the same in live and test mode. */
  bothModes?: PlainKey
  /** The path of the navigation entry to highlight. Needed only if the page's own path is not below the path of that entry. */
  within?: string
  /** Whether all texts of the page exist in Chinese. If not, the whole page is shown in English. */
  isInChinese?: true
  /** The page's entry in the navigation. Omitted for pages that are reached from other pages. */
  nav?: { group: NavGroup; icon: IconName }
}
