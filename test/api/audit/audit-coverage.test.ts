// Every table of the schema is audited, or listed with a reason.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTables } from '../../../src/platform/engine/tables.ts'
import { AUDITED_TABLES } from '../../../src/store/audit/audited-tables.ts'
import { forEachEngine } from '../../support/engine/engines.ts'

const NOT_AUDITED: Record<string, string> = {
  audit_records: 'the trail itself, chained by hash',
  audit_seals: 'the trail itself, a chain of its own',
  schema_migrations: 'the schema, not data; each has its own fingerprint',
  events: 'a record of changes itself: appended, never edited',
  notices: 'each belongs to a hold or release, which is in the package’s record',
  older_notices: 'notices that are no longer shown',
  tasks: 'work in progress; the invoices and rows that it makes are on record, with the person who started it',
  task_failures: 'rows of a file that were not imported',
  cash_count_items: 'appended, never edited; what a count takes in follows from it and from the payments',
  rules_of_before: 'written once, by the migration that gave roles their rules on money',
  replaced_rates: 'rates that were shown, kept for a day: the quote’s records have them too',
  purchases: 'the carrier’s answer becomes a recorded change of the quote; the rest is the progress of the look-up',
  carrier_labels: 'a copy from the carrier, which can be fetched again',
  carrier_events: 'the carrier’s webhooks that were processed; their changes are recorded',
  photos: 'appended, never edited; they belong to a receipt or an unidentified parcel that is on record',
  package_names: 'what the packages are searched by; their names are on their records',
  price_revisions: 'a counter; each change of prices that it counts is on record',
  customer_merge_tasks: 'merges that 0.2.0 had begun; nothing writes it any more',
  customer_merge_slices: 'what those merges moved; nothing writes it any more',
  customer_numbers: 'a counter; which number a customer got is on its record',
  inbound_numbers: 'the courier numbers of announced parcels, by which they are found; they are on the parcels’ records',
  stocktake_scans: 'scans of a stocktake, whose record has the result',
  saved_views: 'saved views of a person',
  daily_summaries: 'the choice of a person',
  staff_preferences: 'the language of a person',
  idempotency_keys: 'answers stored for a day',
  request_log: 'requests and answers of the last days; their changes are recorded',
  test_clocks: 'only affects the test data of a business',
  passkey_challenges: 'challenges that browsers have not answered yet, kept for minutes',
  staff_sessions: 'signing in changes no data; sessions expire',
  user_sessions: 'signing in changes no data; sessions expire',
  sign_in_codes: 'codes to sign in with, kept for minutes',
  sign_in_failures: 'counts of wrong codes, kept for a day',
  webhook_deliveries: 'the progress of deliveries',
  webhook_attempts: 'the progress of deliveries',
  webhook_lanes: 'the progress of deliveries',
  messages: 'each says itself what was sent to whom and when, and who dismissed it',
  message_attempts: 'the progress of messages',
  message_stops: 'the wish for no more messages, with its time and way',
  message_unreachable: 'what a provider said of an address, with its time and message',
  collection_codes: 'secrets; the package says when it was ready, and who handed it out, with the reason',
  message_turns: 'a lock between servers',
  money_act_sums: 'sums of a day; each refund, credit note and write-off is recorded',
  number_series: 'a counter; the record of a document has its number',
  storage_months: 'the progress of charging storage; each charge is recorded',
  uncharged_storage: 'written once, by the migration that began charging',
  storage_days: 'the progress of the reminders',
  storage_reminders: 'the reminders sent, each of which is an event',
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
