// Asks for a reason, then does something that is on record.

import { useState } from 'react'
import { texts as shell } from '../texts/shell.ts'
import type { Look } from './button.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'
import { Form } from './form.tsx'

const REASON_MAX = 1000

type ReasonProps = {
  title: string
  text: string
  label: string
  submit: string
  look?: Look
  /** The name of the reason in the request. */
  field: string
  onSubmit: (reason: string | undefined) => Promise<unknown>
  onClose: () => void
}

export const ReasonDialog = ({ title, text, label, submit, look = 'primary', field, onSubmit, onClose }: ReasonProps) => {
  const [reason, setReason] = useState('')
  const run = async (): Promise<void> => {
    await onSubmit(reason.trim() || undefined)
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <Form submit={submit} look={look} onSubmit={run} extra={<Button onClick={onClose}>{shell.cancel}</Button>}>
        {(errorOf) => (
          <TextArea label={label} isOptional value={reason} onValue={setReason} maxLength={REASON_MAX} error={errorOf(field)} />
        )}
      </Form>
    </Dialog>
  )
}
