// The pages of a business: their paths, their names in the navigation, and the roles that may open them.

import type { IconName } from '../../web/icons.tsx'
import type { PageName } from './texts/shell.ts'
import type { Role } from './wire.ts'

export type Entry = {
  name: PageName
  /** Below the business and the mode. */
  path: string
  icon: IconName
  roles: readonly Role[]
  /** Whether the bar at the bottom of a phone has it. Others are in the menu. */
  isInBar?: true
}

const ALL: readonly Role[] = ['owner', 'clerk', 'accountant', 'developer']

export const NAVIGATION: readonly Entry[] = [
  { name: 'overview', path: '/', icon: 'overview', roles: ALL, isInBar: true },
  { name: 'packages', path: '/packages', icon: 'box', roles: ALL, isInBar: true },
]

export const mayOpen = (role: Role, entry: Entry): boolean => entry.roles.includes(role)

/** Whether the page at `location` belongs to the entry. */
export const isAt = (location: string, { path }: Entry): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)
