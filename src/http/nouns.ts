// The registers of all nouns in the API of businesses, and of their pages without a key. The API documents list routes in this order.

import { billing } from './billing/register.ts'
import { booking } from './booking/register.ts'
import { customers } from './customers/register.ts'
import { events } from './events/register.ts'
import { inbound } from './inbound/register.ts'
import { messages } from './messages/register.ts'
import { operator } from './operator/register.ts'
import { packages } from './packages/register.ts'
import { quotes } from './quotes/register.ts'
import { receiving } from './receiving/register.ts'
import type { Register } from './register.ts'
import { requests } from './requests/register.ts'
import { sites } from './sites/register.ts'
import { testMode } from './test-mode/register.ts'

export const NOUNS: readonly Register[] = [
  quotes,
  packages,
  receiving,
  customers,
  inbound,
  sites,
  events,
  requests,
  testMode,
  billing,
  messages,
  operator,
  booking,
]
