// The preview beside the receiving form: the price, and the declared and measured sizes. Also the warnings about unlikely values.

import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, RECEIPTS } from '../../api.ts'
import { payable, taxText } from '../../components/pricing/taxed.ts'
import { Hint } from '../../components/text.tsx'
import { formatMoney, formatNumber } from '../../format.ts'
import { trackConnection, useIsConnected } from '../../queue/connection.ts'
import { useScope } from '../../scope.tsx'
import { useWorkSite } from '../../shell/work-site.tsx'
import { t } from '../../strings.ts'
import type { Preview, PriceChange, Sized } from '../../wire.ts'
import type { Fields, Target } from './target.ts'
import { isByOcean, isUnbooked, measuredOf, mistakesIn, requestOf } from './target.ts'

const FAR_OFF_TIMES = 3
/** If measured and declared weight differ by at least this factor, the server asks for confirmation, so the console does not warn. */
const SERVER_ASKS_TIMES = 100
const PRICE_MOVES_BY = 0.5

/** `body`: the receipt request as JSON. `confirm` is added so that the server returns the preview instead of asking for confirmation. */
export const previewOf = (code: string, body: string) => ({
  queryKey: ['preview', code, body],
  retry: false,
  queryFn: () => trackConnection(api.send<Preview>('POST', `${RECEIPTS}/preview`, { ...JSON.parse(body), confirm: true })),
})

const weightWarnings = ({ weight, pieces }: Record<string, unknown>, target: Target): string[] => {
  if (target.kind !== 'package' || typeof weight !== 'number') return []
  const { declared_weight: all, quantity } = target.parcel
  if (!all) return []
  const declared = all * (typeof pieces === 'number' ? Math.min(1, pieces / quantity) : 1)
  const times = Math.max(weight / declared, declared / weight)
  const isFarOff = times >= FAR_OFF_TIMES && times < SERVER_ASKS_TIMES
  return isFarOff ? [t('receive.farOff', { weight, declared: Number(declared.toFixed(3)) })] : []
}

/** Warns of a missing size: storage is charged by area, so a parcel without a size would be stored for free. */
const sizeWarnings = ({ length, volume }: Record<string, unknown>, target: Target): string[] => {
  if (length !== undefined || volume !== undefined) return []
  const isKnown = target.kind === 'package' && (target.parcel.length !== undefined || target.parcel.volume !== undefined)
  const isAsked = isUnbooked(target) || (target.kind === 'package' && !target.parcel.carrier_tracked)
  return isAsked && !isKnown ? [t('receive.noSize')] : []
}

/** Warns if a measure that the price depends on is missing: for ocean transport the volume or the size, otherwise the weight. */
const missingWarnings = (target: Target, fields: Fields, { weight, volume, length }: Record<string, unknown>): string[] => {
  if (target.kind === 'unidentified') return []
  if (!isByOcean(target, fields)) return weight === undefined ? [t('receive.noWeight')] : []
  return volume === undefined && length === undefined ? [t('receive.noVolume')] : []
}

export const warningsFor = (target: Target, fields: Fields): string[] => {
  const measured = measuredOf(fields)
  return [...missingWarnings(target, fields, measured), ...weightWarnings(measured, target), ...sizeWarnings(measured, target)]
}

export const priceWarnings = (price: PriceChange | null): string[] => {
  if (price === null || Number(price.before) === 0) return []
  const [before, after] = [Number(price.before), Number(price.after)]
  if (Math.abs(after - before) <= before * PRICE_MOVES_BY) return []
  const { currency } = price
  return [t('receive.priceMoves', { before: formatMoney(price.before, currency), after: formatMoney(price.after, currency) })]
}

const TYPING_PAUSE_MS = 200

const sizesText = ({ weight, length, width, height, volume, pieces }: Sized): string =>
  [
    pieces === null ? null : t('receive.pieceCount', { count: pieces }),
    weight === null && length === null && volume === null ? t('receive.notMeasured') : null,
    weight === null ? null : t('receive.kg', { weight }),
    length === null ? null : `${length} × ${width} × ${height} cm`,
    volume === null ? null : t('receive.cbm', { volume: formatNumber(volume) }),
  ]
    .filter((part) => part !== null)
    .join(' · ')

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="preview-row">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The price difference caused by this parcel, or the difference of the whole quote if `own_difference` is null. */
const differenceText = ({ own_difference: own, difference: whole, currency }: PriceChange): string => {
  const difference = own ?? whole
  if (Number(difference) === 0) return t('receive.noChange')
  return `${Number(difference) > 0 ? '+' : '−'}${formatMoney(difference.replace('-', ''), currency)}`
}

const PriceRows = ({ price }: { price: PriceChange }) => (
  <>
    <Row name={t('receive.difference')}>
      <Text component="span" fw={700} size="lg" data-testid="difference">
        {differenceText(price)}
      </Text>
    </Row>
    <Row name={t('receive.priceNow', { reference: price.reference })}>
      {formatMoney(price.before, price.currency)} → {formatMoney(price.after, price.currency)}
    </Row>
    {price.tax && (
      <Row name={t('receive.withTax')}>
        <span data-testid="with-tax">{formatMoney(price.tax.total, price.currency)}</span>
      </Row>
    )}
  </>
)

const OwnPrice = ({ price }: { price: PriceChange }) => (
  <Row name={t('receive.ownPrice')}>
    <Text component="span" fw={700} size="lg" data-testid="own-price">
      {formatMoney(payable(price.after, price.tax), price.currency)}
    </Text>
    {price.tax && <Hint size="xs">{taxText(price.after, price.tax, price.currency)}</Hint>}
  </Row>
)

const noteOn = (price: PriceChange | null, hasQuote: boolean): string => {
  if (price) return price.final ? t('receive.final') : t('receive.notFinal', { reference: price.reference })
  return t(hasQuote ? 'receive.keptPrice' : 'receive.noQuote')
}

export const PricePreview = ({ target, fields }: { target: Target; fields: Fields }) => {
  const { mode } = useScope()
  const isConnected = useIsConnected()
  const { site } = useWorkSite()
  const { body } = requestOf(target, { ...fields, note: '' }, mode, site)
  const [settled] = useDebouncedValue(JSON.stringify(body), TYPING_PAUSE_MS)
  const isPriced = target.kind === 'package' || isUnbooked(target)
  const isReady = isConnected && isPriced && Object.keys(mistakesIn(fields)).length === 0
  const { data } = useQuery({ ...previewOf(target.code, settled), enabled: isReady, placeholderData: keepPreviousData })
  if (!isConnected || (target.kind === 'package' && target.isFromCache)) return <Text size="sm">{t('receive.noPreview')}</Text>
  if (!isPriced || !data) return null
  return (
    <div className="preview" aria-live="polite">
      <dl>
        {target.kind === 'package' && <Row name={t('receive.declared')}>{sizesText(data.declared)}</Row>}
        <Row name={t('receive.measured')}>{sizesText(data.measured)}</Row>
        {data.price && (target.kind === 'package' ? <PriceRows price={data.price} /> : <OwnPrice price={data.price} />)}
      </dl>
      <Hint size="xs">{noteOn(data.price, target.kind === 'package' && target.parcel.quote_reference !== null)}</Hint>
    </div>
  )
}
