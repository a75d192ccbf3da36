// Confirmation dialog: `if (await confirm({ title, text, action })) …`.

import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { createContext, useCallback, useContext, useState } from 'react'
import { t } from '../strings.ts'

/** Above the dialog that asks: other dialogs have 200. */
const ABOVE_DIALOGS = 300

type Question = { title: string; text: string; action: string; danger?: boolean }
type Confirm = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(async () => false)

export const useConfirm = (): Confirm => useContext(ConfirmContext)

export const ConfirmProvider = ({ children }: { children: ReactNode }) => {
  const [asked, setAsked] = useState<{ question: Question; answer: (yes: boolean) => void } | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const confirm = useCallback<Confirm>(
    (question) =>
      new Promise((resolve) => {
        setAsked({ question, answer: resolve })
        setIsOpen(true)
      }),
    [],
  )
  const close = (yes: boolean) => {
    asked?.answer(yes)
    setIsOpen(false)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Modal opened={isOpen} onClose={() => close(false)} title={asked?.question.title} zIndex={ABOVE_DIALOGS}>
        <Text size="sm">{asked?.question.text}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => close(false)} data-autofocus>
            {t('shell.cancel')}
          </Button>
          <Button {...(asked?.question.danger ? { color: 'red.9' } : {})} onClick={() => close(true)}>
            {asked?.question.action}
          </Button>
        </Group>
      </Modal>
    </ConfirmContext>
  )
}
