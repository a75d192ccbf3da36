// Dialogs with a form. A dialog closes when its form has been submitted successfully.

import type { ReactNode } from 'react'
import { useState } from 'react'
import { texts } from '../texts/shell.ts'
import type { Look } from './button.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'
import type { FormProps } from './form.tsx'
import { Form } from './form.tsx'
import { useToast } from './toast.tsx'

type FormDialogProps = FormProps & {
  title: string
  /** The note that is shown after the form was submitted. */
  done?: string
  onClose: () => void
}

export const FormDialog = ({ title, done, onSubmit, onClose, ...form }: FormDialogProps) => {
  const toast = useToast()
  const submit = async (): Promise<void> => {
    await onSubmit()
    if (done !== undefined) toast(done)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form onSubmit={submit} {...form} />
    </Dialog>
  )
}

type ConfirmProps = Omit<FormDialogProps, 'children' | 'extra'> & { children: ReactNode }

export const Confirm = ({ children, ...dialog }: ConfirmProps) => (
  <FormDialog {...dialog} extra={<Button onClick={dialog.onClose}>{texts.cancel}</Button>}>
    {() => <div>{children}</div>}
  </FormDialog>
)

const REASON_MAX = 1000

type ReasonProps = {
  title: string
  text: string
  label: string
  submit: string
  done: string
  look?: Look
  /** Name of the request field that carries the reason. */
  field: string
  onSubmit: (reason: string | undefined) => Promise<unknown>
  onClose: () => void
}

/** Asks for an optional reason and passes it to `onSubmit`. */
export const ReasonDialog = ({ text, label, field, onSubmit, ...dialog }: ReasonProps) => {
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      {...dialog}
      onSubmit={() => onSubmit(reason.trim() || undefined)}
      extra={<Button onClick={dialog.onClose}>{texts.cancel}</Button>}
    >
      {(errorOf) => (
        <>
          <p>{text}</p>
          <TextArea label={label} isOptional value={reason} onValue={setReason} maxLength={REASON_MAX} error={errorOf(field)} />
        </>
      )}
    </FormDialog>
  )
}
