// The registers of all nouns. The API documents list routes in this order.

import { audit } from './audit/register.ts'
import { billing } from './billing/register.ts'
import { booking } from './booking/register.ts'
import { businesses } from './businesses/register.ts'
import { customers } from './customers/register.ts'
import { events } from './events/register.ts'
import { inbound } from './inbound/register.ts'
import { operator } from './operator/register.ts'
import { overview } from './overview/register.ts'
import { packages } from './packages/register.ts'
import { places } from './places/register.ts'
import { pricing } from './pricing/register.ts'
import { quotes } from './quotes/register.ts'
import { receiving } from './receiving/register.ts'
import type { Register } from './register.ts'
import { requests } from './requests/register.ts'
import { shadow } from './shadow/register.ts'
import { shipments } from './shipments/register.ts'
import { staff } from './staff/register.ts'
import { storage } from './storage/register.ts'
import { testMode } from './test-mode/register.ts'

export const NOUNS: readonly Register[] = [
  quotes,
  packages,
  customers,
  inbound,
  events,
  requests,
  testMode,
  billing,
  staff,
  businesses,
  audit,
  pricing,
  shadow,
  operator,
  receiving,
  shipments,
  places,
  overview,
  storage,
  booking,
]
