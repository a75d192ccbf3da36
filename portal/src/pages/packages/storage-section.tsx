// The storage of a package: its free days, the days that are charged, and what is due.

import { formatDate, formatMoney, formatNumber } from '../../../../web/format.ts'
import { Facts, Section } from '../../components/page.tsx'
import { pageTexts as texts } from '../../texts/packages.ts'
import type { Parcel } from '../../wire.ts'

/** Storage runs in the warehouse, also for a cancelled package until it was handed back, returned or given up. */
const isRunning = ({ status, milestones }: Parcel): boolean => status === 'warehouse' || milestones.kept_since !== null

const sumText = (lastFree: string, days: number, freeDays: number, isOver: boolean): string => {
  if (days === 0) return isOver ? texts.endedFree : `${texts.freeUntil(formatDate(lastFree), freeDays)} ${texts.noCharge}`
  return `${texts.freeEnded(formatDate(lastFree), freeDays)} ${isOver ? texts.endedCharged(days) : texts.chargedDays(days)}`
}

export const StorageSection = ({ parcel }: { parcel: Parcel }) => {
  const { storage_fee: fee, status } = parcel
  const { start_date: start, last_free_day: lastFree, chargeable_storage_days: days, currency } = fee
  return (
    <Section title={texts.storage}>
      {start === undefined || lastFree === undefined ? (
        <p className="hint">{status === 'booked' ? texts.notArrived : texts.notStored}</p>
      ) : (
        <>
          <p>{sumText(lastFree, days, fee.free_days, !isRunning(parcel))}</p>
          <Facts
            facts={[
              [texts.arrived, formatDate(start)],
              [texts.days, formatNumber(days)],
              [texts.area, `${formatNumber(fee.storage_area_sqm)} m²`],
              [texts.rate, formatMoney(fee.daily_rate, currency)],
              [texts.due, <strong key="due">{formatMoney(fee.amount_due, currency)}</strong>],
            ]}
          />
        </>
      )}
    </Section>
  )
}
