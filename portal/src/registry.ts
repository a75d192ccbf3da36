// The pages of a business: their paths, their names in the navigation, and the roles that may open them.

import type { IconName } from '../../web/icons.tsx'
import type { PageName } from './texts/shell.ts'
import type { Role } from './wire.ts'

export type Entry = {
  name: PageName
  /** The part of the URL after the business and the mode. */
  path: string
  icon: IconName
  roles: readonly Role[]
  /** Whether the bar at the bottom of a phone screen may show the page. The menu lists all pages. */
  isInBar?: true
}

const ALL: readonly Role[] = ['owner', 'clerk', 'accountant', 'developer']
const TRADE: readonly Role[] = ['owner', 'clerk']
const MONEY: readonly Role[] = ['owner', 'accountant']
const TECHNICAL: readonly Role[] = ['owner', 'developer']
/** The roles that may manage people and the settings of the whole business. */
export const OWNERS: readonly Role[] = ['owner']

export const NAVIGATION: readonly Entry[] = [
  { name: 'overview', path: '/', icon: 'overview', roles: ALL, isInBar: true },
  { name: 'quotes', path: '/quotes', icon: 'quote', roles: ALL, isInBar: true },
  { name: 'packages', path: '/packages', icon: 'box', roles: ALL, isInBar: true },
  { name: 'inbound', path: '/inbound', icon: 'receive', roles: TRADE, isInBar: true },
  { name: 'customers', path: '/customers', icon: 'people', roles: TRADE },
  { name: 'addresses', path: '/addresses', icon: 'place', roles: TRADE },
  { name: 'billing', path: '/billing', icon: 'invoice', roles: MONEY, isInBar: true },
  { name: 'messages', path: '/messages', icon: 'mail', roles: TRADE },
  { name: 'developers', path: '/developers', icon: 'webhook', roles: TECHNICAL },
  { name: 'people', path: '/people', icon: 'staff', roles: OWNERS },
  { name: 'account', path: '/account', icon: 'account', roles: ALL },
]

/** True if the role may make and book quotes, and hold and cancel packages. The server refuses other roles. */
export const mayBook = (role: Role): boolean => role === 'owner' || role === 'clerk'

export const mayOpen = (role: Role, entry: Entry): boolean => entry.roles.includes(role)

/** True if the navigation has a page at this path and the role may open the page. */
export const mayOpenPath = (role: Role, path: string): boolean => NAVIGATION.some((entry) => entry.path === path && mayOpen(role, entry))

/** Whether the page at `location` belongs to the entry. */
export const isAt = (location: string, { path }: Entry): boolean =>
  path === '/' ? location === '/' : location === path || location.startsWith(`${path}/`)
