// Forms that send one request. Field errors are shown next to their fields, and other errors above the button.

import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { ApiError, fieldErrors, problemText } from '../api.ts'
import { t } from '../strings.ts'
import { PlainButton } from './buttons.tsx'
import { NextStep } from './next-step.tsx'
import { notifyDone, useRefresh } from './queries.ts'
import { errorText, RequestId, SlowNote } from './states.tsx'

type ErrorOf = (field: string) => string | undefined

export const typed = (value: string, onType: (text: string) => void, error?: string) => ({
  value,
  error,
  onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onType(currentTarget.value),
})

/** The props of a checkbox or a switch. */
export const ticked = (checked: boolean, onTick: (isTicked: boolean) => void) => ({
  checked,
  onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) => onTick(currentTarget.checked),
})

/** The props of a select box that the user cannot clear. */
export const selected = <T extends string>(value: T | null, onPick: (value: T) => void, error?: string) => ({
  value,
  error,
  allowDeselect: false,
  onChange: (next: T | null) => {
    if (next !== null) onPick(next)
  },
})

export const filledIn = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])))

type SubmitFormProps = {
  submitLabel: string
  onSubmit: () => Promise<unknown>
  children: (errorOf: ErrorOf) => ReactNode
  onCancel?: () => void
  fullWidth?: boolean
}

export const SubmitForm = ({ submitLabel, onSubmit, children, onCancel, fullWidth = false }: SubmitFormProps) => {
  const { mutate, isPending, error } = useMutation({ mutationFn: onSubmit })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!isPending) mutate()
  }
  const errors = fieldErrors(error)
  const shown = new Set<string>()
  const fields = children((field) => {
    shown.add(field)
    return errors[field]
  })
  const elsewhere = error instanceof ApiError ? error.details.filter(({ field }) => !shown.has(field)) : []
  const isMarked = error instanceof ApiError && error.details.length > 0 && elsewhere.length === 0
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {fields}
        {error && !isMarked && (
          <Alert color="red" role="alert" title={elsewhere.map(problemText).join('; ') || errorText(error)}>
            {error instanceof ApiError && <NextStep code={error.code} text={error.message} />}
            <RequestId error={error} />
          </Alert>
        )}
        {isPending && <SlowNote />}
        <Group justify="flex-end">
          {onCancel && <PlainButton label={t('shell.cancel')} onClick={onCancel} />}
          <Button type="submit" loading={isPending} fullWidth={fullWidth}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type FormDialogProps = Omit<SubmitFormProps, 'onCancel' | 'fullWidth'> & { title: string; onClose: () => void; size?: 'md' | 'lg' }

/**
 * Render this component only while the dialog is open. The dialog then always opens empty. A click outside does not close the dialog,
 * because the input would be lost.
 */
export const FormDialog = ({ title, onClose, size = 'md', ...form }: FormDialogProps) => (
  <Modal opened onClose={onClose} title={title} size={size} closeOnClickOutside={false}>
    <SubmitForm {...form} onCancel={onClose} />
  </Modal>
)

type SaveDialogProps = Omit<FormDialogProps, 'onSubmit'> & { onSubmit: () => Promise<string> }

/**
 * A form dialog that saves. After a successful submit, the dialog refetches every query, shows the message that `onSubmit` returned, and
 * closes.
 */
export const SaveDialog = ({ onSubmit, ...dialog }: SaveDialogProps) => {
  const refresh = useRefresh()
  const submit = async () => {
    const done = await onSubmit()
    await refresh()
    notifyDone(done)
    dialog.onClose()
  }
  return <FormDialog {...dialog} onSubmit={submit} />
}

type ReasonDialogProps = Omit<SaveDialogProps, 'onSubmit' | 'children'> & {
  label: string
  description?: string
  onSubmit: (reason: string) => Promise<string>
  /** Name of the request field that carries the reason. The input shows the errors of this field. */
  field?: string
  children?: ReactNode
}

export const ReasonDialog = ({ label, description, onSubmit, field = 'reason', children, ...dialog }: ReasonDialogProps) => {
  const [reason, setReason] = useState('')
  return (
    <SaveDialog {...dialog} onSubmit={() => onSubmit(reason)}>
      {(errorOf) => (
        <>
          {children}
          <Textarea
            label={label}
            description={description}
            {...typed(reason, setReason, errorOf(field))}
            autosize
            minRows={2}
            data-autofocus
          />
        </>
      )}
    </SaveDialog>
  )
}
