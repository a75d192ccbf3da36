// The dialog that splits a package into two or more packages, each with its own measurements.

import { Button, Fieldset, Group } from '@mantine/core'
import { useState } from 'react'
import { PACKAGES } from '../../../api.ts'
import { PlainButton } from '../../../components/buttons.tsx'
import { FormDialog } from '../../../components/form.tsx'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { OpsPackage, Repacking } from '../../../wire.ts'
import type { Measures } from './repack-fields.tsx'
import { MeasuresFields, measureErrors, measuresBody, PhotoPair, UNMEASURED } from './repack-fields.tsx'
import { useRepack } from './use-repack.ts'

const PARTS_MIN = 2
const PARTS_MAX = 50

type Part = { key: number; measures: Measures }

type SplitDialogProps = { parcel: OpsPackage; onClose: () => void; onDone: (repacking: Repacking) => void }

export const SplitDialog = ({ parcel, onClose, onDone }: SplitDialogProps) => {
  const repack = useRepack()
  const { parcel_id: id, parcel_number: number, quantity: pieces = 1 } = parcel
  const [parts, setParts] = useState<Part[]>([0, 1].map((key) => ({ key, measures: UNMEASURED })))
  const [photos, setPhotos] = useState<Parameters<typeof repack>[2]>({ before: null, after: null })
  const change = (key: number) => (measures: Measures) => setParts(parts.map((part) => (part.key === key ? { key, measures } : part)))
  const submit = async () => {
    const body = { parts: parts.map(({ measures }) => measuresBody(measures)) }
    const repacking = await repack(`${PACKAGES}/${id}/split`, body, photos)
    if (repacking) onDone(repacking)
  }
  return (
    <FormDialog size="lg" title={t('repack.splitTitle', { number })} submitLabel={t('repack.split')} onSubmit={submit} onClose={onClose}>
      {(errorOf) => (
        <>
          <Hint>{t('repack.splitHint', { pieces })}</Hint>
          {parts.map(({ key, measures }, index) => (
            <Fieldset key={key} legend={t('repack.part', { n: index + 1 })}>
              <MeasuresFields
                measures={measures}
                onChange={change(key)}
                errors={measureErrors(errorOf, `parts[${index}].`)}
                isFirst={index === 0}
              />
              {parts.length > PARTS_MIN && (
                <Button mt="xs" size="xs" variant="subtle" onClick={() => setParts(parts.filter((part) => part.key !== key))}>
                  {t('repack.removePart', { n: index + 1 })}
                </Button>
              )}
            </Fieldset>
          ))}
          {parts.length < PARTS_MAX && (
            <Group>
              <PlainButton
                label={t('repack.addPart')}
                icon="plus"
                size="xs"
                onClick={() => setParts([...parts, { key: parts.at(-1)!.key + 1, measures: UNMEASURED }])}
              />
            </Group>
          )}
          <PhotoPair photos={photos} onChange={setPhotos} />
        </>
      )}
    </FormDialog>
  )
}
