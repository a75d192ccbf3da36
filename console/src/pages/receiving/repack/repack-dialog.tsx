// The dialog that repacks packages into one: the choice of packages, and the measurements of the new package.

import { Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, PACKAGES } from '../../../api.ts'
import { FormDialog } from '../../../components/form.tsx'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { OpsPackage, Repacking } from '../../../wire.ts'
import { measuresText } from '../../packages/measures.tsx'
import type { Measures } from './repack-fields.tsx'
import { MeasuresFields, measureErrors, measuresBody, PhotoPair, UNMEASURED } from './repack-fields.tsx'
import { REPACKS, useRepack } from './use-repack.ts'

const OFFERED_MAX = 50

export const isRepackable = (parcel: OpsPackage): boolean =>
  parcel.status === 'warehouse' && parcel.shipment_id === null && parcel.hold_instruction !== 'hold' && parcel.pieces_complete

const idOf = ({ parcel_id: id }: OpsPackage): string => id

const measuredOf = ({ actual_weight, length, width, height, volume }: OpsPackage) => ({
  weight: actual_weight ?? null,
  length: length ?? null,
  width: width ?? null,
  height: height ?? null,
  volume: volume ?? null,
})

/** The customer's other packages that can be repacked with this one. Their destination country must be the same. */
const useOthers = (parcel: OpsPackage, isWanted: boolean): OpsPackage[] => {
  const params = { mode: parcel.mode, status: 'warehouse', customer_id: parcel.customer.parcel_customer_id, per_page: OFFERED_MAX }
  const { data } = useQuery({
    queryKey: [PACKAGES, params],
    enabled: isWanted && parcel.customer.parcel_customer_id !== null,
    queryFn: ({ signal }) => api.list<OpsPackage>(PACKAGES, params, signal),
  })
  const others = (data?.items ?? []).filter((other) => idOf(other) !== idOf(parcel) && isRepackable(other))
  return others.filter((other) => other.destination_country === parcel.destination_country)
}

type RepackDialogProps = { parcels: readonly OpsPackage[]; onClose: () => void; onDone: (repacking: Repacking) => void }

/** If `parcels` has only one package, the dialog also offers the customer's other packages. */
export const RepackDialog = ({ parcels, onClose, onDone }: RepackDialogProps) => {
  const repack = useRepack()
  const others = useOthers(parcels[0]!, parcels.length === 1)
  const [ids, setIds] = useState<string[]>(parcels.map(idOf))
  const [measures, setMeasures] = useState<Measures>(UNMEASURED)
  const [photos, setPhotos] = useState<Parameters<typeof repack>[2]>({ before: null, after: null })
  const submit = async () => {
    const repacking = await repack(REPACKS, { package_ids: ids, ...measuresBody(measures) }, photos)
    if (repacking) onDone(repacking)
  }
  return (
    <FormDialog size="lg" title={t('repack.title')} submitLabel={t('repack.repack')} onSubmit={submit} onClose={onClose}>
      {(errorOf) => (
        <>
          <Checkbox.Group label={t('repack.which')} value={ids} onChange={setIds} error={errorOf('package_ids')}>
            <Stack gap="xs" mt="xs">
              {[...parcels, ...others].map((parcel) => (
                <Checkbox key={idOf(parcel)} value={idOf(parcel)} label={`${parcel.parcel_number} · ${measuresText(measuredOf(parcel))}`} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Hint>{t('repack.hint')}</Hint>
          <MeasuresFields measures={measures} onChange={setMeasures} errors={measureErrors(errorOf)} isFirst />
          <PhotoPair photos={photos} onChange={setPhotos} />
        </>
      )}
    </FormDialog>
  )
}
