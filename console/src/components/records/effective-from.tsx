// Input for an effective date: now, or a later time in the page's time zone.

import { Group, Radio, TextInput } from '@mantine/core'
import { fieldError } from '../../api.ts'
import { t } from '../../strings.ts'
import type { Times } from '../../time.tsx'
import { useTimes } from '../../time.tsx'
import { typed } from '../form.tsx'

/** Null if the change applies now. Otherwise the value of a datetime-local input, in the page's time zone; empty until a time is chosen. */
export type EffectiveFrom = string | null

/**
 * The field `effective_from` of a request body, omitted if the change applies now. Throws if the user chose "later" but no time: the change
 * must not apply now by accident.
 */
export const effectiveFromBody = (from: EffectiveFrom, { instantOf }: Times): { effective_from?: string } => {
  if (from === null) return {}
  if (from === '') throw fieldError('effective_from', t('cards.momentMissing'))
  return { effective_from: instantOf(from) }
}

type EffectiveFromFieldProps = { from: EffectiveFrom; onFrom: (from: EffectiveFrom) => void; error?: string | undefined }

export const EffectiveFromField = ({ from, onFrom, error }: EffectiveFromFieldProps) => {
  const { zone } = useTimes()
  return (
    <>
      <Radio.Group
        label={t('cards.effectiveFrom')}
        value={from === null ? 'now' : 'later'}
        onChange={(value) => onFrom(value === 'now' ? null : '')}
      >
        <Group mt={6}>
          <Radio value="now" label={t('cards.fromNow')} />
          <Radio value="later" label={t('cards.fromLater')} />
        </Group>
      </Radio.Group>
      {from !== null && <TextInput type="datetime-local" label={t('cards.moment', { zone })} {...typed(from, onFrom, error)} />}
    </>
  )
}
