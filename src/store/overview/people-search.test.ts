// Searches for customers by ID, token, mobile number or phone digits use an index, however many customers there are.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { forEachEngine } from '../../../test/support/engine/engines.ts'
import { byTest } from '../../../test/support/samples/authors.ts'
import { createBusiness } from '../../flows/businesses/create-business.ts'
import type { Db } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import { systemDeps } from '../../system.ts'
import { customerById, customersByKeys } from '../receiving/scanned-codes.ts'
import { customersByMobile, searchCustomers } from './people-search.ts'

const CUSTOMERS = 3_500
const LIMIT = 5
/**
 * The ID and mobile number of one customer. All mobile numbers differ only in their last digits, so most of their trigrams are the same.
 */
const [ID, MOBILE] = ['ACM4321', '2348030004321']

/** Wraps a store. `plans` collects the plan of every query that is made through the wrapped store. */
const explained = (db: Db): { db: Db; plans: string[] } => {
  const plans: string[] = []
  const query: Db['query'] = async (sql, params) => {
    const explain = `${db.engine === 'sqlite' ? 'explain query plan' : 'explain'} ${sql}`
    const lines = await db.transaction(SYSTEM, (tx) => tx.query<Record<string, string>>(explain, params))
    plans.push(lines.map((line) => line.detail ?? line['QUERY PLAN']).join('\n'))
    return db.query(sql, params)
  }
  return { db: { ...db, query }, plans }
}

forEachEngine((engine) => {
  let store: FreshDb
  before(async () => {
    store = await engine.freshDb()
    const deps = { ...systemDeps(), db: store.db }
    const { id } = await createBusiness(deps, byTest(deps), { name: 'Acme Imports', prefix: 'ACM' })
    await store.db.execute(
      `insert into customers (business_id, mode, id, version, address_suffix, suffix_key, status, mobile, mobile_key, created_at, search_text)
       with recursive numbers (n) as (select 1000 union all select n + 1 from numbers where n < ${999 + CUSTOMERS})
       select $1, 'live', 'pcus_' || n, 1, 'ACM' || n, 'ACM' || n, 'active', '+234803000' || n, '234803000' || n, n,
         'acm' || n || ' +234803000' || n from numbers`,
      [id],
    )
    await store.db.execute(
      `insert into audit_records (business_id, mode, object_id, version, object_type, actor, request_id, changes, recorded_at, hash)
       select business_id, mode, id, version, 'customer', '', '', '{}', created_at, '' from customers`,
    )
    if (engine.name === 'postgres') await store.db.exclusively(SYSTEM, (tx) => tx.script('analyze customers; analyze audit_records'))
  })
  after(() => store.drop())

  it('by full ID', async () => {
    const { db, plans } = explained(store.db)
    assert.deepEqual(
      (await customersByKeys(db, 'live', [ID, 'ACM9'])).map(({ key }) => key),
      [ID],
    )
    assert.match(plans.join('\n'), /ix_customers_any_business/)
  })

  it('by token alone, through the audit records', async () => {
    const { db, plans } = explained(store.db)
    assert.equal((await customerById(db, 'pcus_4321'))?.id, 'pcus_4321')
    assert.equal(await customerById(db, 'pcus_1'), null)
    assert.doesNotMatch(plans.join('\n'), /scan (on )?(customers|audit_records)/i)
  })

  it('by mobile', async () => {
    const { db, plans } = explained(store.db)
    assert.deepEqual(
      (await customersByMobile(db, { mode: 'live' }, MOBILE, LIMIT)).map(({ customer }) => customer.addressSuffix),
      [ID],
    )
    assert.match(plans.join('\n'), /ix_customers_mobile/)
  })

  it('by the digits of a phone', async () => {
    const { db, plans } = explained(store.db)
    assert.deepEqual(
      (await searchCustomers(db, { mode: 'live' }, MOBILE.slice(3), LIMIT)).map(({ customer }) => customer.addressSuffix),
      [ID],
    )
    assert.match(plans.join('\n'), engine.name === 'sqlite' ? /customers_folded/ : /ix_customers_search/)
  })
})
