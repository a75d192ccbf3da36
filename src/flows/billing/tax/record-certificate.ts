// Records certificates for tax that was withheld, and withdraws certificates that were recorded by mistake.

import { certificateEntries, certificateReversalEntries } from '../../../domain/billing/ledger.ts'
import type { Certificate } from '../../../domain/billing/withholding/certificate.ts'
import { CERTIFIED_CLAIMS_MAX, certify, readCertificate, withdraw } from '../../../domain/billing/withholding/certificate.ts'
import type { WithheldTax } from '../../../domain/billing/withholding/withheld-tax.ts'
import { openClaimKobo } from '../../../domain/billing/withholding/withheld-tax.ts'
import { invalidField } from '../../../domain/values/errors.ts'
import type { Tx } from '../../../platform/engine/db.ts'
import type { Payers } from '../../../store/billing/payers.ts'
import { payersWith } from '../../../store/billing/payers.ts'
import * as certificates from '../../../store/billing/tax/certificates.ts'
import * as withheldTaxes from '../../../store/billing/tax/withheld-taxes.ts'
import * as businesses from '../../../store/businesses/businesses.ts'
import * as customers from '../../../store/customers/customers.ts'
import type { Caller, Deps } from '../../deps.ts'
import { nowFor } from '../../deps.ts'
import { bookEntries } from '../book-entries.ts'
import { paperDate } from '../paper-parties.ts'

/** If `claimIds` is null, the certificate covers the payer's oldest claims that have no certificate yet. */
export type CertificateRequest = {
  payerId: string | null
  number: string
  issuedOn: string
  amount: string
  note: string | null
  claimIds: readonly string[] | null
}

export const recordCertificate = (deps: Deps, caller: Caller, request: CertificateRequest): Promise<Certificate> =>
  deps.db.transaction(caller, async (tx) => {
    const { payerId } = request
    if (payerId !== null) await customers.load(tx, caller, payerId)
    const now = nowFor(deps, caller)
    const read = readCertificate(request, await paperDate(tx, now))
    await requireNew(tx, caller, read.numberKey)
    const payers = await payersWith(tx, caller, payerId)
    const claims = await (request.claimIds === null
      ? withheldTaxes.openOf(tx, caller, payers, CERTIFIED_CLAIMS_MAX)
      : namedClaims(tx, caller, payers, request.claimIds))
    const shares = certify(read.amountKobo, claims)
    const certificate: Certificate = {
      id: deps.newId('whc'),
      version: 1,
      payerId,
      ...read,
      shares,
      withdrawnAt: null,
      withdrawnBy: null,
      withdrawReason: null,
      createdBy: caller.actor,
      createdAt: now,
    }
    await certificates.insert(tx, caller, certificate)
    for (const { withheldTaxId, amountKobo } of shares) {
      const claim = claims.find(({ id }) => id === withheldTaxId)!
      await withheldTaxes.save(tx, caller, claim, { ...claim, certifiedKobo: claim.certifiedKobo + amountKobo })
    }
    await bookEntries(deps, tx, caller, certificateEntries(certificate))
    return certificate
  })

/** Refuses a certificate that is already recorded for any business. */
const requireNew = async (tx: Tx, caller: Caller, numberKey: string): Promise<void> => {
  const known = await certificates.findByNumber(tx, caller.mode, numberKey)
  if (!known) return
  const business = await businesses.find(tx, known.scope.businessId)
  throw invalidField('number', `is on record already: certificate ${known.certificate.number} of ${business!.name}`)
}

const namedClaims = async (tx: Tx, caller: Caller, payers: Payers, ids: readonly string[]): Promise<WithheldTax[]> => {
  const found = await withheldTaxes.ofIds(tx, caller, [...new Set(ids)])
  const open = found.filter((claim) => openClaimKobo(claim) > 0 && payers.includes(claim.payerId))
  const openIds = new Set(open.map(({ id }) => id))
  const wrong = ids.findIndex((id) => !openIds.has(id))
  if (wrong >= 0) throw invalidField(`withheld_taxes[${wrong}]`, 'is no claim of this payer without a certificate')
  return open
}

/** Withdraws a certificate. Its claims then wait for another certificate. */
export const withdrawCertificate = (deps: Deps, caller: Caller, id: string, reason: string): Promise<Certificate> =>
  deps.db.transaction(caller, async (tx) => {
    const { certificate: before } = await certificates.loadOfAnyBusiness(tx, id)
    const now = nowFor(deps, caller)
    const certificate = await certificates.save(tx, caller, before, withdraw(before, { by: caller.actor, reason, now }))
    const claims = new Map(
      (
        await withheldTaxes.ofIds(
          tx,
          caller,
          before.shares.map(({ withheldTaxId }) => withheldTaxId),
        )
      ).map((claim) => [claim.id, claim]),
    )
    for (const { withheldTaxId, amountKobo } of before.shares) {
      const claim = claims.get(withheldTaxId)!
      await withheldTaxes.save(tx, caller, claim, { ...claim, certifiedKobo: claim.certifiedKobo - amountKobo })
    }
    await bookEntries(deps, tx, caller, certificateReversalEntries(certificate))
    return certificate
  })
