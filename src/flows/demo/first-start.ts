// Data that is added at the first start: sample rate cards, exchange rate and warehouse, and the demo business.

import type { Party } from '../../domain/businesses/business.ts'
import { SAMPLE_CARDS, SAMPLE_FX, SAMPLE_WAREHOUSE } from '../../domain/demo/sample-cards.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import type { Author } from '../../store/audit/audit.ts'
import * as businesses from '../../store/businesses/businesses.ts'
import * as priceBooks from '../../store/pricing/price-books.ts'
import * as warehouses from '../../store/pricing/warehouses.ts'
import { issueKey } from '../businesses/api-keys.ts'
import { insertBusiness } from '../businesses/create-business.ts'
import type { Deps } from '../deps.ts'
import { setWarehouseIn } from '../pricing/set-warehouse.ts'

export type DemoKeys = { test?: string | undefined; live?: string | undefined }
export type Demo = { businessId: string; testKey: string; liveKey: string }

const DEMO_ADDRESS: Party = {
  name: 'Demo Business',
  email: 'demo@waybill.example',
  phone: '+2348000000000',
  address: { street: '1 Demo Street', city: 'Ikeja', state: 'Lagos', postalCode: '100001', country: 'Nigeria' },
}

const ACTOR = 'first-start'

export const firstStartAuthor = (deps: Deps): Author => ({ actor: ACTOR, requestId: ACTOR, at: deps.clock() })

/**
 * Adds sample rate cards, a sample exchange rate and a sample warehouse. Returns false if the store already has rate cards. Several servers
 * may call this at the same time.
 */
export const addSamples = (deps: Deps): Promise<boolean> =>
  deps.db.exclusively(SYSTEM, async (tx) => {
    const author = firstStartAuthor(deps)
    const now = author.at
    if (await priceBooks.hasCards(tx)) return false
    for (const card of SAMPLE_CARDS) await priceBooks.publishCard(tx, author, card, now)
    await priceBooks.recordFx(tx, author, { id: deps.newId('fx'), ...SAMPLE_FX, effectiveFrom: 0 }, now)
    // An existing warehouse stays, because the operator may have set it before the first start.
    const isSet = (await warehouses.warehouseIn(tx, SAMPLE_WAREHOUSE.country)) !== null
    const { postalCode, ...address } = SAMPLE_WAREHOUSE.address
    if (!isSet) await setWarehouseIn(deps, tx, author, { ...address, postal_code: postalCode, country: SAMPLE_WAREHOUSE.country })
    return true
  })

/** Adds the demo business and its API keys. Returns null if the store already has a business. */
export const addDemo = (deps: Deps, keys: DemoKeys): Promise<Demo | null> =>
  deps.db.exclusively(SYSTEM, async (tx) => {
    if ((await businesses.list(tx)).length > 0) return null
    const author = firstStartAuthor(deps)
    const business = await insertBusiness(deps, tx, author, { name: 'Demo Business', prefix: 'DEM', ownAddress: DEMO_ADDRESS })
    const test = await issueKey(deps, tx, author, { businessId: business.id, mode: 'test', label: 'demo', secret: keys.test })
    const live = await issueKey(deps, tx, author, { businessId: business.id, mode: 'live', label: 'demo', secret: keys.live })
    return { businessId: business.id, testKey: test.key, liveKey: live.key }
  })
