// The price of the current input: an estimate from the operator's own rate cards. The estimate is not stored.

import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, ESTIMATES } from '../../../api.ts'
import { Panel } from '../../../components/page.tsx'
import { BreakdownTable } from '../../../components/pricing/price-explained.tsx'
import { payable } from '../../../components/pricing/taxed.ts'
import { Hint } from '../../../components/text.tsx'
import { formatMoney } from '../../../format.ts'
import type { Mode } from '../../../scope.tsx'
import { t } from '../../../strings.ts'
import type { Estimate } from '../../../wire.ts'
import type { Fields } from './fields.ts'
import { parcelOf } from './fields.ts'

const TYPING_PAUSE_MS = 250

export const PriceAsTyped = ({ fields, mode }: { fields: Fields; mode: Mode }) => {
  const [settled] = useDebouncedValue(JSON.stringify({ business_id: fields.businessId, mode, parcel: parcelOf(fields) }), TYPING_PAUSE_MS)
  const hasCargo = fields.lines.some(({ weight, volume, quantity }) => `${weight}${volume}${quantity}`.trim() !== '')
  const { data, isError } = useQuery({
    queryKey: ['estimate', settled],
    enabled: fields.businessId !== '' && hasCargo,
    retry: false,
    queryFn: () => api.send<Estimate>('POST', ESTIMATES, JSON.parse(settled)),
    placeholderData: keepPreviousData,
  })
  const [cheapest, ...others] = isError ? [] : (data?.rates ?? [])
  return (
    <Panel title={t('quotes.price')}>
      <div aria-live="polite">
        {cheapest ? (
          <>
            <Text fw={700} size="xl" data-testid="price-as-typed">
              {formatMoney(payable(cheapest.rate, cheapest.breakdown.tax), cheapest.currency)}
            </Text>
            <Hint>{t('counter.by', { carrier: cheapest.carrier, service: cheapest.service, days: cheapest.estimated_delivery_days })}</Hint>
            <BreakdownTable breakdown={cheapest.breakdown} />
            {others.map(({ service, rate, currency, breakdown, estimated_delivery_days: days }) => (
              <Text key={service} size="sm">
                {t('counter.other', { service, days, amount: formatMoney(payable(rate, breakdown.tax), currency) })}
              </Text>
            ))}
            <Hint size="xs">{t('counter.estimate')}</Hint>
          </>
        ) : (
          <Hint>{t('counter.noPriceYet')}</Hint>
        )}
      </div>
    </Panel>
  )
}
