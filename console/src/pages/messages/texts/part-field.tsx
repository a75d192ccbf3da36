// The input for one part of a text (for example the subject), with buttons that insert variables.

import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { typed } from '../../../components/form.tsx'
import { t } from '../../../strings.ts'
import type { Template } from '../../../wire.ts'

export type Part = Template['parts'][number]

const written = ({ name, is_optional: isOptional }: Part['variables'][number]): string => (isOptional ? `[[{{${name}}}]]` : `{{${name}}}`)

type Props = { part: Part; value: string; onChange: (text: string) => void; error: string | undefined; isReadOnly: boolean }

export const PartField = ({ part, value, onChange, error, isReadOnly }: Props) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = (text: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {}
    onChange(value.slice(0, selectionStart) + text + value.slice(selectionEnd))
    field.current?.focus()
  }
  const label = t(`texts.${part.part}`)
  return (
    <Stack gap={6}>
      <Textarea
        ref={field}
        label={label}
        {...typed(value, onChange, error)}
        readOnly={isReadOnly}
        maxLength={part.max_characters}
        autosize
        minRows={part.part.endsWith('subject') ? 1 : 4}
        spellCheck
      />
      {!isReadOnly && (
        <Group gap={4} role="group" aria-label={t('texts.variablesOf', { part: label })}>
          {part.variables.map((variable) => (
            <Button key={variable.name} size="compact-xs" variant="default" onClick={() => insert(written(variable))}>
              {t(`texts.var_${variable.name}`)}
              {variable.is_needed && ' *'}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
