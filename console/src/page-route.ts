// A page of the console: its path, who may open it, and its place in the navigation.

import type { ComponentType } from 'react'
import type { IconName } from './components/icons.tsx'
import type { DOCS_PAGES } from './docs-pages.ts'
import type { PlainKey } from './strings.ts'
import type { Role } from './wire.ts'

export type NavGroup = 'warehouse' | 'counter' | 'accounts' | 'prices' | 'administration'

export type PageRoute = {
  /** The path below /console, as a pattern of wouter: `/businesses/:id`. */
  path: keyof typeof DOCS_PAGES
  title: PlainKey
  /** The roles that may open the page; all roles by default. */
  roles?: readonly Role[]
  /** The warehouse may open the page only if the operator lets it see money. */
  isMoney?: true
  load: () => Promise<{ default: ComponentType }>
  /** Replaces the mode switch by a text, on pages that are the same in live and test mode. */
  bothModes?: PlainKey
  /** The path of the navigation entry that the page belongs to, if its own path does not show it. */
  within?: string
  /** Whether all texts of the page exist in Chinese. Any other page is shown in English as a whole. */
  isInChinese?: true
  /** Omitted for pages that are reached from other pages. */
  nav?: { group: NavGroup; icon: IconName }
}
