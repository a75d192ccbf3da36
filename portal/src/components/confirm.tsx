// Asks before something that cannot be undone.

import type { ReactNode } from 'react'
import { texts } from '../texts/shell.ts'
import type { Look } from './button.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

type ConfirmProps = {
  title: string
  action: string
  look?: Look
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

export const Confirm = ({ title, action, look = 'primary', onConfirm, onClose, children }: ConfirmProps) => {
  const confirm = async (): Promise<void> => {
    await onConfirm()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={action} look={look} onSubmit={confirm} extra={<Button onClick={onClose}>{texts.cancel}</Button>}>
        {() => <div>{children}</div>}
      </Form>
    </Dialog>
  )
}
