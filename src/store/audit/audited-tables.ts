// The audited tables, and the columns that audit records omit.

import { hash } from 'node:crypto'
import { suffixKey } from '../../domain/customers/customer.ts'
import { emailKey } from '../../domain/values/contact-keys.ts'
import type { Columns } from '../../platform/engine/rows.ts'
import type { AuditedType } from './audit.ts'

/** Whether an unrecorded column matches the recorded columns that it derives from. `prefix`: the prefix of the row's business. */
type Follows = (row: Columns, prefix: string) => boolean

export type AuditedTable = {
  table: string
  /** Whether the primary key begins with business and mode. */
  isScoped: boolean
  /** Whether rows have a version. If not, their audit records are numbered in order. */
  isVersioned: boolean
  /** Columns that are not recorded: derived ones, secrets, and those that change without an author. */
  unrecorded: readonly string[]
  /** Unrecorded columns that verification compares with recorded ones. */
  follows?: Readonly<Record<string, Follows>>
  /** Columns with secrets. Key: the column. Value: the field of an audit record that says when the secret was changed. */
  secrets?: Readonly<Record<string, string>>
  /** Columns that appear in audit records only as a digest. */
  digested?: readonly string[]
  /** The digested columns that are encrypted in the row. */
  encrypted?: readonly string[]
  /** The object's id in SQL, if it is not the column `id`. */
  idSql?: string
}

const scoped = { isScoped: true, isVersioned: true, unrecorded: [] }
const operators = { isScoped: false, isVersioned: false, unrecorded: [] }
const secondFactors = {
  ...operators,
  unrecorded: ['last_period'],
  secrets: { secret: 'secret_changed_at', recovery_codes: 'recovery_codes_changed_at' },
  digested: ['secret', 'recovery_codes'],
  encrypted: ['secret'],
}

export const AUDITED_TABLES: Readonly<Record<AuditedType, AuditedTable>> = {
  quote: { ...scoped, table: 'quotes', unrecorded: ['search_text', 'updated_at'] },
  // `eta` and `to_site_id` are left out because they are copied from the shipment.
  package: { ...scoped, table: 'packages', unrecorded: ['search_text', 'last_free_day', 'updated_at', 'eta', 'to_site_id'] },
  customer: {
    ...scoped,
    table: 'customers',
    unrecorded: ['suffix_key', 'email_key', 'mobile_key', 'search_text', 'updated_at'],
    follows: { suffix_key: (row, prefix) => row.suffix_key === suffixKey(prefix, row.address_suffix as string) },
  },
  receipt: { ...scoped, table: 'receipts', isVersioned: false },
  repack: { ...scoped, table: 'repacks', isVersioned: false },
  inbound_parcel: { ...scoped, table: 'inbound_parcels', unrecorded: ['updated_at'] },
  customer_merge: { ...scoped, table: 'customer_merges', isVersioned: false },
  webhook_endpoint: {
    ...scoped,
    table: 'webhook_endpoints',
    unrecorded: ['failing_since', 'previous_secret'],
    secrets: { secret: 'secret_changed_at' },
    digested: ['secret', 'previous_secret'],
    encrypted: ['secret', 'previous_secret'],
  },
  shipment: { ...operators, table: 'shipments', isVersioned: true, unrecorded: ['search_text'] },
  // `mode` is left out because old records do not contain it. `number_key` is left out because it derives from the courier number.
  unidentified_parcel: { ...operators, table: 'unidentified_parcels', isVersioned: true, unrecorded: ['mode', 'number_key'] },
  business: { ...operators, table: 'businesses' },
  api_key: { ...operators, table: 'api_keys', unrecorded: ['hash', 'last_used_at'], digested: ['hash'] },
  rate_card: { ...operators, table: 'rate_cards', idSql: `rate_cards.id || '@' || rate_cards.version` },
  money_request: { ...scoped, table: 'money_requests' },
  cash_count: { ...operators, table: 'cash_counts' },
  payer_tax: { ...scoped, table: 'payer_tax_details' },
  withheld_tax: { ...scoped, table: 'withheld_taxes' },
  certificate: { ...scoped, table: 'withholding_certificates' },
  money_rules: { ...operators, table: 'money_rules' },
  message_template: { ...operators, table: 'message_templates' },
  message_template_version: {
    ...operators,
    table: 'message_template_versions',
    idSql: `message_template_versions.id || '@' || message_template_versions.version`,
  },
  fx_rate: { ...operators, table: 'fx_rates' },
  warehouse: { ...operators, table: 'warehouses' },
  // Audit records contain the SHA-256 hash of the logo instead of the image.
  operator: {
    ...operators,
    table: 'operator',
    unrecorded: ['logo'],
    follows: { logo: ({ logo, logo_sha256: sum }) => (logo === null ? sum === null : hash('sha256', logo as Uint8Array, 'hex') === sum) },
  },
  staff: {
    ...operators,
    table: 'staff',
    unrecorded: ['email_key'],
    follows: { email_key: (row) => row.email_key === emailKey(row.email as string) },
    secrets: { password_hash: 'password_changed_at' },
    digested: ['password_hash'],
  },
  access_token: { ...operators, table: 'access_tokens', unrecorded: ['hash', 'last_used_at'], digested: ['hash'] },
  setup_link: { ...operators, table: 'setup_links', unrecorded: ['hash'], digested: ['hash'] },
  staff_invitation: { ...operators, table: 'staff_invitations', unrecorded: ['hash'], digested: ['hash'] },
  second_factor: { ...secondFactors, table: 'second_factors' },
  passkey: { ...operators, table: 'passkeys', unrecorded: ['use_count', 'last_used_at'] },
  user: {
    ...operators,
    table: 'users',
    unrecorded: ['email_key'],
    follows: { email_key: (row) => row.email_key === emailKey(row.email as string) },
  },
  user_second_factor: { ...secondFactors, table: 'user_second_factors' },
  user_passkey: { ...operators, table: 'user_passkeys', unrecorded: ['use_count', 'last_used_at'] },
  member: { ...operators, table: 'members', unrecorded: ['last_signed_in_at'] },
  sign_in_link: { ...operators, table: 'sign_in_links', unrecorded: ['hash'], digested: ['hash'] },
  store: { ...operators, table: 'store_origin', unrecorded: ['mac'] },
  audit_archive: { ...operators, table: 'audit_archives' },
  charge: { ...scoped, table: 'charges' },
  invoice: { ...scoped, table: 'invoices' },
  // `reference_key` is left out because it derives from the reference.
  payment: { ...scoped, table: 'payments', unrecorded: ['reference_key'] },
  credit_note: { ...scoped, table: 'credit_notes', isVersioned: false },
  payment_allocation: { ...scoped, table: 'payment_allocations', isVersioned: false },
  write_off: { ...scoped, table: 'write_offs' },
  refund: { ...scoped, table: 'refunds', isVersioned: false },
  release_override: { ...scoped, table: 'release_overrides', isVersioned: false },
  ledger_entry: { ...scoped, table: 'ledger_entries', isVersioned: false },
  tax_rate: { ...operators, table: 'tax_rates' },
  price: { ...operators, table: 'price_list' },
  site: { ...operators, table: 'sites' },
  place: { ...operators, table: 'places' },
  stocktake: { ...operators, table: 'stocktakes' },
  voyage: { ...operators, table: 'voyages', unrecorded: ['search_text'] },
  missed_charge: { ...scoped, table: 'missed_charges' },
  payment_link: { ...scoped, table: 'payment_links', isVersioned: false },
  bank_line: { ...operators, table: 'bank_lines' },
  book_closing: { ...operators, table: 'book_closing' },
  // `body_digest` is left out because old records do not contain it.
  payment_notice: { ...operators, table: 'payment_notices', unrecorded: ['looks', 'next_look_at', 'body_digest'] },
}

export const idSql = (type: AuditedType): string => AUDITED_TABLES[type].idSql ?? `${AUDITED_TABLES[type].table}.id`
