// Shows which steps of setting up an installation are complete.

import type { Mode } from '../../domain/values/scope.ts'
import type { Query } from '../../platform/engine/db.ts'

/** `firstKey` and `firstReceipt` are per mode. The other steps are the same in both modes. */
export type OnboardingRows = Record<'firstKey' | 'ownRateCard' | 'businessTerms' | 'colleagueInvited' | 'firstReceipt', boolean>

const isThere = (rows: string): string => `case when exists (${rows}) then 1 else 0 end`

const STEPS = `select
  ${isThere('select 1 from api_keys where mode = $1 and revoked_at is null')} as first_key,
  ${isThere(`select 1 from rate_cards where origin = 'operator' and published_at is not null and discarded_at is null`)} as own_rate_card,
  ${isThere(`select 1 from businesses where terms <> '[]'`)} as business_terms,
  ${isThere('select 1 from staff_invitations')} as invited,
  (select count(*) from staff) as staff,
  ${isThere('select 1 from receipts where mode = $1 and undone_at is null')} as first_receipt`

type Row = Record<'first_key' | 'own_rate_card' | 'business_terms' | 'invited' | 'staff' | 'first_receipt', number>

export const onboardingRows = async (db: Query, mode: Mode): Promise<OnboardingRows> => {
  const [row] = await db.query<Row>(STEPS, [mode])
  return {
    firstKey: row!.first_key > 0,
    ownRateCard: row!.own_rate_card > 0,
    businessTerms: row!.business_terms > 0,
    // A second staff account also counts as a colleague, because it may have been created at the command line without an invitation.
    colleagueInvited: row!.invited > 0 || row!.staff > 1,
    firstReceipt: row!.first_receipt > 0,
  }
}
