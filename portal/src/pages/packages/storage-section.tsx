// The storage of a package: its free days, the days that are charged, and what is due.

import { formatDate, formatMoney, formatNumber } from '../../../../web/format.ts'
import { Facts, Section } from '../../components/page.tsx'
import { pageTexts as texts } from '../../texts/packages.ts'
import type { Parcel } from '../../wire.ts'

export const StorageSection = ({ parcel: { storage_fee: fee, status } }: { parcel: Parcel }) => {
  const { start_date: start, last_free_day: lastFree, chargeable_storage_days: days, currency } = fee
  return (
    <Section title={texts.storage}>
      {start === undefined || lastFree === undefined ? (
        <p className="hint">{status === 'booked' ? texts.notArrived : texts.notStored}</p>
      ) : (
        <>
          <p>
            {days > 0
              ? `${texts.freeEnded(formatDate(lastFree), fee.free_days)} ${texts.chargedDays(days)}`
              : `${texts.freeUntil(formatDate(lastFree), fee.free_days)} ${texts.noCharge}`}
          </p>
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
