// Texts of an unidentified parcel: size, state, outcome.

import { Badge } from '@mantine/core'
import { PageLink } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { UnidentifiedParcel } from '../../../wire.ts'

export const sizeText = ({ pieces, weight, length, width, height, volume }: UnidentifiedParcel): string =>
  [
    t('receive.pieceCount', { count: pieces }),
    weight === null ? null : t('receive.kg', { weight }),
    length === null ? null : `${length} × ${width} × ${height} cm`,
    volume === null ? null : t('receive.cbm', { volume }),
  ]
    .filter((part) => part !== null)
    .join(' · ')

export const labelOf = ({ label_text: text }: UnidentifiedParcel): string => text ?? t('unidentified.noLabel')

export const StateBadge = ({ parcel: { status } }: { parcel: UnidentifiedParcel }) => (
  <Badge variant="outline" color={status === 'open' ? 'var(--mantine-color-text)' : 'var(--mantine-color-dimmed)'}>
    {t(`unidentified.${status}`)}
  </Badge>
)

export const OutcomeText = ({ parcel: { parcel_id: id, discard_reason: reason } }: { parcel: UnidentifiedParcel }) => {
  if (id !== null) return <PageLink href={`/packages/${id}`}>{t('unidentified.openParcel')}</PageLink>
  return reason === null ? '' : t('unidentified.byReason', { reason })
}
