// The pages of the console: each folder under pages/ declares its routes, and its code is loaded on first use.

import type { ComponentType } from 'react'
import { lazy } from 'react'
import type { IconName } from './components/icons.tsx'
import type { PlainKey } from './strings.ts'
import type { Role } from './wire.ts'

export type NavGroup = 'work' | 'prices' | 'settings'

export type PageRoute = {
  /** Below /console, in wouter's patterns: `/businesses/:id`. */
  path: string
  title: PlainKey
  roles: readonly Role[]
  load: () => Promise<{ default: ComponentType }>
  /** What the page is about is the same in live and test mode: it has no mode switch, and says this instead. */
  bothModes?: PlainKey
  /** Left out: the page is reached from another. Lower orders come first within their group. */
  nav?: { group: NavGroup; order: number; icon: IconName }
}

const modules = import.meta.glob<{ routes: PageRoute[] }>('./pages/*/routes.ts', { eager: true })

export const PAGES = Object.values(modules)
  .flatMap(({ routes }) => routes)
  .map((route) => ({ ...route, Component: lazy(route.load) }))

export type RegisteredPage = (typeof PAGES)[number]
