// Certificates for withheld tax.

import type { Certificate } from '../../../domain/billing/withholding/certificate.ts'
import type { Mode, Scope } from '../../../domain/values/scope.ts'
import { columnsOf } from '../../../platform/engine/columns.ts'
import type { Query, Tx, Value } from '../../../platform/engine/db.ts'
import type { Page, PageRequest } from '../../../platform/engine/paging.ts'
import { listPage, newestFirst } from '../../../platform/engine/paging.ts'
import { equals, readRow } from '../../../platform/engine/rows.ts'
import { IN_SCOPE, scopeOf } from '../../../platform/engine/scope.ts'
import type { Author } from '../../audit/audit.ts'
import { insertScoped, saveScoped } from '../../audit/scoped-rows.ts'
import { loadRow } from '../../values/rows-by-token.ts'

type Stored = Omit<Certificate, 'shares'> & { shares: string }

const plain = columnsOf<Stored>()(
  'id, version, payer_id, number, number_key, issued_on, amount_kobo, note, shares, withdrawn_at, withdrawn_by, withdraw_reason, created_by, created_at',
)
type CertificateRow = ReturnType<typeof plain.toRow> & { business_id: string; mode: Mode }

export type FoundCertificate = { scope: Scope; certificate: Certificate }

const fromRow = (row: CertificateRow): Certificate => {
  const { shares, ...rest } = plain.fromRow(row)
  return { ...rest, shares: JSON.parse(shares) as Certificate['shares'] }
}

const foundFrom = (row: CertificateRow): FoundCertificate => ({ scope: scopeOf(row), certificate: fromRow(row) })

const toRow = (certificate: Certificate) => plain.toRow({ ...certificate, shares: JSON.stringify(certificate.shares) })

/**
 * Inserts a certificate. If another transaction has just recorded the same certificate, this transaction is retried and finds that
 * certificate.
 */
export const insert = (tx: Tx, caller: Scope & Author, certificate: Certificate): Promise<void> =>
  insertScoped(tx, caller, 'certificate', [toRow(certificate)])

export const save = (tx: Tx, caller: Scope & Author, before: Certificate, after: Certificate): Promise<Certificate> =>
  saveScoped(tx, caller, 'certificate', toRow, before, after)

/** Finds a certificate of any business by its number. Withdrawn certificates are ignored. */
export const findByNumber = (db: Query, mode: Mode, numberKey: string): Promise<FoundCertificate | null> =>
  readRow(
    db,
    'select * from withholding_certificates where mode = $1 and number_key = $2 and withdrawn_at is null',
    [mode, numberKey],
    foundFrom,
  )

export const loadOfAnyBusiness = async (db: Query, id: string): Promise<FoundCertificate> =>
  foundFrom(await loadRow<CertificateRow>(db, 'whc', id))

export type CertificateFilter = { mode: Mode; businessId?: string; payerId?: string }

export const list = (db: Query, { mode, businessId, payerId }: CertificateFilter, page: PageRequest): Promise<Page<FoundCertificate>> => {
  const params: Value[] = [mode]
  const where = `mode = $1${equals({ business_id: businessId, payer_id: payerId }, params)}`
  return listPage(db, 'select * from withholding_certificates', where, params, { ...page, order: newestFirst(mode) }, foundFrom)
}

export const all = async (db: Pick<Query, 'query'>, { businessId, mode }: Scope): Promise<Certificate[]> =>
  (
    await db.query<CertificateRow>(`select * from withholding_certificates where ${IN_SCOPE} order by created_at, id`, [businessId, mode])
  ).map(fromRow)
