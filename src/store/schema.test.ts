// Secrets are stored only in allowed ways. Every table that is never pruned is audited, or is listed here with the reason why it grows.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { sqlite } from '../../test/support/engine/engines.ts'
import type { Table } from '../platform/engine/db.ts'
import { readTables } from '../platform/engine/tables.ts'
import { AUDITED_TABLES } from './audit/audited-tables.ts'

const STORE = import.meta.dirname
const SECRET = /secret|token|password|passphrase|hash|(^|_)(pin|otp|mac|key|keys|cookie|challenge|credential|private|recovery)(_|$)/

/** How secrets may be stored. The test looks at columns whose names suggest a secret. */
const HASHED = 'a hash; where the table is audited, its records have a keyed digest of it'
const ENCRYPTED = 'encrypted, and its records have a keyed digest of it'
const NO_SECRET = 'no secret: it opens nothing'
const KEPT_AS: Readonly<Record<string, string>> = {
  'access_tokens.hash': HASHED,
  'api_keys.hash': HASHED,
  'second_factors.recovery_codes': HASHED,
  'user_second_factors.recovery_codes': HASHED,
  'setup_links.hash': HASHED,
  'staff.password_hash': HASHED,
  'staff_invitations.hash': HASHED,
  'sign_in_links.hash': HASHED,
  'staff_sessions.hash': HASHED,
  'user_sessions.hash': HASHED,
  'second_factors.secret': ENCRYPTED,
  'user_second_factors.secret': ENCRYPTED,
  'webhook_endpoints.previous_secret': ENCRYPTED,
  'webhook_endpoints.secret': ENCRYPTED,
  'quotes.label_token': 'in clear: the address of a label, which the API answers with again and again',
  'passkey_challenges.challenge': 'in clear for minutes; worth nothing without the passkey',
  'api_keys.replaces_key_id': NO_SECRET,
  'audit_archives.public_key': NO_SECRET,
  'audit_records.hash': NO_SECRET,
  'audit_records.mac': NO_SECRET,
  'audit_seals.hash': NO_SECRET,
  'audit_seals.records_hash': NO_SECRET,
  'bank_lines.line_key': NO_SECRET,
  'customers.email_key': NO_SECRET,
  'customers.mobile_key': NO_SECRET,
  'customers.suffix_key': NO_SECRET,
  'idempotency_keys.key': NO_SECRET,
  'inbound_numbers.number_key': NO_SECRET,
  'messages.gather_key': NO_SECRET,
  'passkeys.credential_id': NO_SECRET,
  'passkeys.public_key': NO_SECRET,
  'payments.reference_key': NO_SECRET,
  'rate_cards.tariff_hash': NO_SECRET,
  'sign_in_codes.address_key': NO_SECRET,
  'sign_in_failures.address_key': NO_SECRET,
  'staff.email_key': NO_SECRET,
  'stocktake_scans.code_key': NO_SECRET,
  'store_origin.mac': NO_SECRET,
  'store_origin.secret_key_id': NO_SECRET,
  'unidentified_parcels.number_key': NO_SECRET,
  'user_passkeys.credential_id': NO_SECRET,
  'user_passkeys.public_key': NO_SECRET,
  'users.email_key': NO_SECRET,
  'users.phone_key': NO_SECRET,
  'webhook_endpoints.previous_secret_until': NO_SECRET,
  'withholding_certificates.number_key': NO_SECRET,
}

/** Tables that are not audited and whose rows are never deleted. The value says what makes the table grow. */
const GROWS_WITH: Readonly<Record<string, string>> = {
  audit_seals: 'the audit trail',
  carrier_labels: 'bookings by carriers',
  collection_codes: 'packages',
  cash_count_items: 'cash payments and refunds',
  rules_of_before: 'nothing: written by a migration',
  customer_merge_slices: 'nothing: written by 0.2.0',
  customer_merge_tasks: 'nothing: written by 0.2.0',
  customer_numbers: 'businesses',
  message_attempts: 'messages',
  message_stops: 'addresses that want no messages',
  message_turns: 'nothing: one row',
  messages: 'what happens to parcels and invoices',
  money_act_sums: 'payers and staff',
  number_series: 'businesses and years',
  older_notices: 'holds and releases',
  package_names: 'packages',
  photos: 'receipts',
  price_revisions: 'nothing: one row',
  purchases: 'bookings by carriers',
  schema_migrations: 'versions',
  staff_preferences: 'staff',
  stocktake_scans: 'stocktakes',
  storage_days: 'businesses',
  storage_months: 'businesses',
  storage_reminders: 'packages',
  test_clocks: 'businesses',
  uncharged_storage: 'nothing: written once',
}

describe('every table', () => {
  let tables: Table[]
  before(async () => {
    const { db, drop } = await sqlite.freshDb()
    tables = await db.snapshot((view) => readTables(view, 'sqlite'))
    await drop()
  })

  it('says in KEPT_AS how its secrets are kept', () => {
    const named = tables.flatMap(({ name, columns }) =>
      columns.filter((column) => SECRET.test(column.name)).map((column) => `${name}.${column.name}`),
    )
    assert.deepEqual(named.sort(), Object.keys(KEPT_AS).sort())
  })

  it('that is audited has a digest on record of every secret, and encrypts what is not a hash', () => {
    const audited = Object.values(AUDITED_TABLES)
    const kept = (how: string): string[] => Object.keys(KEPT_AS).filter((column) => KEPT_AS[column] === how)
    const columnsOf = (choose: (table: (typeof audited)[number]) => readonly string[]): string[] =>
      audited.flatMap((table) => choose(table).map((column) => `${table.table}.${column}`)).sort()
    const isAudited = (column: string): boolean => audited.some(({ table }) => column.startsWith(`${table}.`))
    assert.deepEqual(
      columnsOf(({ encrypted = [] }) => encrypted),
      kept(ENCRYPTED).sort(),
    )
    assert.deepEqual(
      columnsOf(({ digested = [] }) => digested),
      [...kept(HASHED), ...kept(ENCRYPTED)].filter(isAudited).sort(),
    )
  })

  it('that is not audited is pruned, or says in GROWS_WITH what it grows with', () => {
    const code = globSync('**/*.ts', { cwd: STORE })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(STORE, file), 'utf8'))
      .join('\n')
    const deleted = new Set([...code.matchAll(/\bdelete\s+from\s+(\w+)/gi)].map(([, table]) => table))
    const audited = new Set(Object.values(AUDITED_TABLES).map(({ table }) => table))
    const growing = tables.map(({ name }) => name).filter((name) => !audited.has(name) && !deleted.has(name))
    assert.deepEqual(growing.sort(), Object.keys(GROWS_WITH).sort())
  })
})
