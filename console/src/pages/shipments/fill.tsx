// How full the flight or sailing of a shipment is, by weight and by volume.

import { Progress } from '@mantine/core'
import { Panel } from '../../components/page.tsx'
import { Hint } from '../../components/text.tsx'
import { formatNumber } from '../../format.ts'
import { t } from '../../strings.ts'
import { Moment } from '../../time.tsx'
import type { Fill, Shipment } from '../../wire.ts'

const FULL_PERCENT = 100
const NEARLY_FULL_PERCENT = 90

export const formatPercent = (percent: number): string => `${formatNumber(percent)} %`

const colourOf = (percent: number): string => {
  if (percent > FULL_PERCENT) return 'red'
  return percent >= NEARLY_FULL_PERCENT ? 'orange' : 'teal'
}

type Measure = { name: string; unit: 'kg' | 'cbm'; loaded: number; capacity: number | null; percent: number | null }

const measuresOf = (fill: Fill): Measure[] => [
  { name: t('shipments.weight'), unit: 'kg', loaded: fill.weight, capacity: fill.capacity_weight, percent: fill.weight_percent },
  { name: t('shipments.volume'), unit: 'cbm', loaded: fill.volume, capacity: fill.capacity_volume, percent: fill.volume_percent },
]

const textOf = ({ unit, loaded, capacity }: Measure): string =>
  t('shipments.loadedOf', { loaded: formatNumber(loaded), capacity: t(`shipments.${unit}`, { count: formatNumber(capacity!) }) })

const FillBars = ({ fill }: { fill: Fill }) => (
  <div className="fill-bars" data-over={fill.over_capacity || undefined}>
    {measuresOf(fill)
      .filter(({ percent }) => percent !== null)
      .map((measure) => (
        <div key={measure.unit} data-testid={`fill-${measure.unit}`}>
          <div className="fill-figures">
            <span>{measure.name}</span>
            <span>{textOf(measure)}</span>
            <strong>{formatPercent(measure.percent!)}</strong>
          </div>
          <Progress
            value={Math.min(measure.percent!, FULL_PERCENT)}
            color={colourOf(measure.percent!)}
            aria-label={`${measure.name}: ${textOf(measure)}`}
          />
        </div>
      ))}
    {fill.over_capacity && <strong className="fill-over">{t('shipments.overCapacity')}</strong>}
  </div>
)

/** While packages are scanned, shows how full the voyage is, and its cut-off time. Shows nothing if neither is known. */
export const ScanFill = ({ shipment: { fill, cut_off_at: cutOff } }: { shipment: Shipment }) => {
  const hasCapacity = fill !== null && (fill.weight_percent !== null || fill.volume_percent !== null)
  if (!hasCapacity && cutOff === null) return null
  return (
    <>
      {hasCapacity && <FillBars fill={fill} />}
      {cutOff !== null && (
        <Hint size="sm">
          {t('shipments.cutOff')}: <Moment at={cutOff} />
        </Hint>
      )}
    </>
  )
}

export const FillPanel = ({ shipment: { fill, conveyance } }: { shipment: Shipment }) =>
  fill !== null &&
  (fill.weight_percent !== null || fill.volume_percent !== null) && (
    <Panel title={t('shipments.fillOf', { conveyance: conveyance ?? '' })}>
      <FillBars fill={fill} />
      {fill.shipments > 1 && <Hint size="sm">{t('shipments.fillShared', { shipments: fill.shipments })}</Hint>}
    </Panel>
  )
