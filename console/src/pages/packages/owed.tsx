// The debt of a package: unpaid charges, what they block, and a release by an admin.

import { Text } from '@mantine/core'
import { PACKAGES } from '../../api.ts'
import { Panel } from '../../components/page.tsx'
import { useRead } from '../../components/queries.ts'
import { OwedCharges, ReleaseActions, stopsText } from '../../components/records/release.tsx'
import { Hint } from '../../components/text.tsx'
import { formatMoney } from '../../format.ts'
import { t } from '../../strings.ts'
import { useTimes } from '../../time.tsx'
import type { PackageDetail, PackageOwed } from '../../wire.ts'

export const useOwed = (packageId: string) => useRead<PackageOwed>(PACKAGES, packageId, 'owed')

export const OwedPanel = ({ parcel }: { parcel: PackageDetail }) => {
  const { data: owed } = useOwed(parcel.parcel_id)
  const { formatMoment } = useTimes()
  if (!owed || owed.charges.length === 0) return null
  const { override } = owed
  const stops = stopsText(owed)
  return (
    <Panel title={t('billing.unpaidTitle', { amount: formatMoney(owed.owed, owed.currency) })}>
      {stops !== null && (
        <Text size="sm" fw={600}>
          {stops}
        </Text>
      )}
      <OwedCharges owed={owed} />
      {override && (
        <Hint>
          {t('billing.releaseUnpaidBy', { name: override.author.name, when: formatMoment(override.created_at), reason: override.reason })}
        </Hint>
      )}
      <ReleaseActions owed={owed} mode={parcel.mode} />
    </Panel>
  )
}
