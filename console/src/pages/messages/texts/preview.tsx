// Shows a draft as the recipient would see it, with sample values or the values of a package. The preview is updated while the user types.

import { Alert, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, fieldErrors, MESSAGE_TEMPLATES } from '../../../api.ts'
import { typed } from '../../../components/form.tsx'
import { TYPING_PAUSE_MS } from '../../../components/lists/filters.tsx'
import { Panel } from '../../../components/page.tsx'
import { errorText } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import type { Template, TemplatePreview } from '../../../wire.ts'
import { Bubble, SegmentCount } from '../as-sent.tsx'
import { EmailFrame } from '../email-frame.tsx'

export type Draft = { texts: Template['texts']; language: keyof Template['texts'] }

/** The preview of the draft, and the draft's mistakes, keyed by field. */
export const usePreview = (template: Template, draft: Draft, isAllowed: boolean) => {
  const [packageId, setPackageId] = useState('')
  const [asked] = useDebouncedValue({ ...draft, package_id: packageId.trim() || null }, TYPING_PAUSE_MS)
  const path = `${MESSAGE_TEMPLATES}/${template.purpose}/${template.channel}/preview`
  const { data, error } = useQuery({
    queryKey: [path, asked],
    enabled: isAllowed,
    retry: false,
    placeholderData: (before: TemplatePreview | undefined) => before,
    queryFn: () => api.send<TemplatePreview>('POST', path, asked),
  })
  return { shown: data, error, mistakes: fieldErrors(error), packageId, setPackageId }
}

type Rendered = TemplatePreview['one']

const One = ({ rendered }: { rendered: Rendered }) => {
  const { subject, text, html, sms } = rendered
  return (
    <Stack gap="xs">
      {subject !== null && (
        <Text size="sm">
          {t('texts.subject')}: <strong>{subject}</strong>
        </Text>
      )}
      {html === null ? <Bubble text={text} /> : <EmailFrame html={html} />}
      {sms !== null && <SegmentCount text={text} />}
    </Stack>
  )
}

export const PreviewPanel = ({ shown, error, mistakes, packageId, setPackageId }: ReturnType<typeof usePreview>) => {
  const hasMistakes = Object.keys(mistakes).some((field) => field.startsWith('texts.'))
  return (
    <Panel title={t('texts.preview')}>
      <TextInput
        label={t('texts.ofParcel')}
        description={t('texts.ofParcelHint')}
        {...typed(packageId, setPackageId, error && !hasMistakes ? (mistakes.package_id ?? errorText(error)) : undefined)}
      />
      {hasMistakes && <Alert color="orange">{t('texts.mistakes')}</Alert>}
      {shown && (
        <Stack aria-live="polite">
          <One rendered={shown.one} />
          {shown.several !== null && (
            <>
              <Title order={3} size="h5">
                {t('texts.ofSeveral')}
              </Title>
              <One rendered={shown.several} />
            </>
          )}
        </Stack>
      )}
      {!shown && !error && <Hint>{t('texts.loading')}</Hint>}
    </Panel>
  )
}
