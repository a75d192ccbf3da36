// Notices shown in live mode until their cause is resolved: no invoice can be issued yet, or sample prices or sample exchange rates are still in use.

import { OPERATOR, SAMPLE_PRICES } from '../../api.ts'
import type { Mode } from '../../scope.tsx'
import { useScope } from '../../scope.tsx'
import { useIsAdmin } from '../../session.tsx'
import { t } from '../../strings.ts'
import type { Operator, SamplePrices } from '../../wire.ts'
import { Remark } from '../page.tsx'
import { useRead } from '../queries.ts'
import { PageLink } from '../text.tsx'

const SellerNotice = () => {
  const { data: operator } = useRead<Operator>(OPERATOR)
  const isAdmin = useIsAdmin()
  const missing = operator?.missing_for_invoices ?? []
  if (missing.length === 0) return null
  return (
    <Remark title={t('operator.notIssued')}>
      {t('operator.notIssuedUntil', { missing: missing.map((detail) => t(`operator.missing_${detail}`)).join('; ') })}{' '}
      {isAdmin && (
        <PageLink href="/operator" underline="always">
          {t('operator.title')}
        </PageLink>
      )}
    </Remark>
  )
}

const SampleNotice = () => {
  const { data: samples } = useRead<SamplePrices>(SAMPLE_PRICES)
  if (!samples || samples.cards.length + samples.pairs.length === 0) return null
  return (
    <Remark title={t('operator.samplePrices')}>
      {samples.cards.length > 0 && (
        <>
          {t('operator.sampleCards', { titles: samples.cards.map(({ title }) => title).join(', ') })}{' '}
          <PageLink href="/cards" underline="always">
            {t('cards.title')}
          </PageLink>{' '}
        </>
      )}
      {samples.pairs.length > 0 && (
        <>
          {t('operator.sampleRate', { pairs: samples.pairs.join(', ') })}{' '}
          <PageLink href="/fx" underline="always">
            {t('fx.title')}
          </PageLink>
        </>
      )}
    </Remark>
  )
}

/** `of`: the mode of the record that the page shows; by default the mode chosen in the header. */
export const IssueNotice = ({ of }: { of?: Mode }) => {
  const { mode } = useScope()
  return (of ?? mode) === 'live' && <SellerNotice />
}

export const PriceNotice = () => {
  const { mode } = useScope()
  return mode === 'live' && <SampleNotice />
}
