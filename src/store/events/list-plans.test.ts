// Query plans of filtered lists. A filter that matches few records uses an index, however many records the list has.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { FreshDb } from '../../../test/support/engine/engines.ts'
import { sqlite } from '../../../test/support/engine/engines.ts'
import type { Db } from '../../platform/engine/db.ts'
import { SYSTEM } from '../../platform/engine/db.ts'
import * as papers from '../billing/papers.ts'
import * as inboundParcels from '../inbound/inbound-parcels.ts'
import { listQuotes } from '../overview/operator-lists.ts'
import * as events from './events.ts'
import * as deliveries from './webhook-deliveries.ts'

const SCOPE = { businessId: 'biz_1', mode: 'test' } as const
const PAGE = { page: 1, perPage: 25, cursor: null }

describe('on the embedded store, which has no statistics', () => {
  let store: FreshDb
  before(async () => {
    store = await sqlite.freshDb()
  })
  after(() => store.drop())

  const LISTS: [what: string, list: (db: Db) => Promise<unknown>, index: RegExp][] = [
    ['events of an object', (db) => events.list(db, SCOPE, { objectId: 'pkg_1' }, PAGE), /ix_events_object .*object_id=\?/],
    [
      'deliveries of an event',
      (db) => deliveries.list(db, SCOPE, { eventId: 'evt_1' }, PAGE),
      /ix_webhook_deliveries_event_id .*event_id=\?/,
    ],
    [
      'announcements of a number',
      (db) => inboundParcels.list(db, SCOPE, { numberKey: 'X1' }, PAGE),
      /ix_inbound_numbers_key .*number_key=\?/,
    ],
    [
      'announcements of a number in all businesses',
      (db) => inboundParcels.listOfAll(db, { mode: 'test', numberKey: 'X1' }, PAGE),
      /ix_inbound_numbers_key .*number_key=\?/,
    ],
    [
      'quotes of a name in all businesses',
      (db) => listQuotes(db, { mode: 'test', status: 'booked', q: 'sample' }, PAGE),
      /COVERING INDEX ix_quotes_search/,
    ],
    ['invoices of a number', (db) => papers.find(db, { mode: 'live' }, 'INV-2026-000001', 6), /ix_invoices_number .*number=\?/],
    ['credit notes of a number', (db) => papers.find(db, { mode: 'live' }, 'CRN-2026-000001', 6), /ix_credit_notes_number .*number=\?/],
    ['receipts of a number', (db) => papers.find(db, { mode: 'live' }, 'RCT-2026-000001', 6), /ix_payments_number .*number=\?/],
    [
      'receipts of a reference',
      (db) => papers.find(db, { mode: 'live', businessId: 'biz_1' }, 'FT-1', 6),
      /ix_payments_reference .*reference=\?/,
    ],
  ]
  for (const [what, list, index] of LISTS)
    it(`${what} are found by their index, and none is passed over`, async () => {
      const plans: string[] = []
      const query: Db['query'] = async (sql, params) => {
        const lines = await store.db.transaction(SYSTEM, (tx) => tx.query<{ detail: string }>(`explain query plan ${sql}`, params))
        plans.push(...lines.map(({ detail }) => detail))
        return store.db.query(sql, params)
      }
      await list({ ...store.db, query })
      assert.match(plans.join('\n'), index)
      assert.doesNotMatch(plans.join('\n'), /_newest|_operator|SCAN inbound_numbers/)
    })
})
