// Every table of the schema is audited, or listed with a reason.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AUDITED_TABLES } from '../../../src/store/audit/audited-tables.ts'
import { readTables } from '../../../src/store/engine/tables.ts'
import { forEachEngine } from '../../support/engine/engines.ts'

const NOT_AUDITED: Record<string, string> = {
  audit_records: 'the trail itself, chained by hash',
  audit_seals: 'the trail itself, a chain of its own',
  schema_migrations: 'the schema, not data; each has its own fingerprint',
  events: 'a record of changes itself: appended, never edited',
  notices: 'each comes with a hold or release, which is on the package’s record',
  older_notices: 'notices that are no longer shown',
  replaced_rates: 'rates once shown, kept for a day: the quote’s records hold them too',
  purchases: 'a carrier’s answer becomes a change of the quote, which is on record; the rest is how it was looked up',
  carrier_labels: 'a copy of what the carrier keeps, fetched again when lost',
  carrier_events: 'which of the carrier’s calls were taken in; what they changed is on record',
  photos: 'appended, never edited; they belong to a receipt or an unidentified parcel that is on record',
  package_names: 'what the packages are searched by; their names are on their records',
  price_revisions: 'a counter; each change of prices that it counts is on record',
  customer_merge_tasks: 'merges that are under way: what they change is on record, and so is the merge when it is finished',
  customer_merge_slices: 'what is moved by merges that are under way; the finished merge’s record holds it',
  customer_numbers: 'a counter; which number a customer got is on its record',
  inbound_numbers: 'the courier numbers of announced parcels, by which they are found; they are on the parcels’ records',
  stocktake_scans: 'what was scanned in a place; the result of the count is on the stocktake’s record',
  saved_views: 'how a person likes to see a list',
  staff_preferences: 'the language in which a person reads the console',
  idempotency_keys: 'answers kept for a day',
  request_log: 'what was asked and answered in the last days; what it changed is on record',
  test_clocks: 'a business’s own play with its test data',
  passkey_challenges: 'questions that browsers have yet to answer, for minutes',
  staff_sessions: 'signing in changes nothing; sessions end by themselves',
  webhook_deliveries: 'what is on its way, and how it went',
  webhook_attempts: 'what is on its way, and how it went',
  webhook_lanes: 'what is on its way',
  number_series: 'a counter; which number a paper got is on its record',
  storage_months: 'how far the charging of storage has come; each charge is on record',
  uncharged_storage: 'written once, by the migration that began charging',
  storage_days: 'how far the reminders have come',
  storage_reminders: 'which reminders went out: each is an event',
}

describe('the audit trail', () => {
  forEachEngine((engine) => {
    it('covers every table, or excludes it for a stated reason', async () => {
      const { db, drop } = await engine.freshDb()
      const tables = await db.snapshot((view) => readTables(view, engine.name))
      await drop()
      const audited = Object.values(AUDITED_TABLES).map(({ table }) => table)
      assert.deepEqual(tables.map(({ name }) => name).sort(), [...audited, ...Object.keys(NOT_AUDITED)].sort())
    })

    it('excludes only columns that exist, and never records a hash or a secret', async () => {
      const { db, drop } = await engine.freshDb()
      const tables = await db.snapshot((view) => readTables(view, engine.name))
      await drop()
      for (const { table, unrecorded, secrets = {} } of Object.values(AUDITED_TABLES)) {
        const columns = tables.find(({ name }) => name === table)!.columns.map(({ name }) => name)
        const leftOut = [...unrecorded, ...Object.keys(secrets)]
        assert.deepEqual(
          leftOut.filter((column) => !columns.includes(column)),
          [],
          table,
        )
        const telling = columns.filter((column) => /hash|secret(?!_until|_key_id)|password/.test(column) && column !== 'tariff_hash')
        assert.deepEqual(
          telling.filter((column) => !leftOut.includes(column) && column !== 'previous_secret_until'),
          [],
          table,
        )
      }
    })
  })
})
