// Dialogs without a form: a confirmation (`if (await confirm({ title, text, action })) ...`), and a secret that is shown once.

import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { createContext, useCallback, useContext, useState } from 'react'
import { t } from '../strings.ts'
import { CopyTextButton } from './buttons.tsx'

/** The z-index of a confirmation. Other dialogs have 200. A dialog may open a confirmation, which must appear above the dialog. */
const ABOVE_DIALOGS = 300

export type Question = { title: string; text: string; action: string; danger?: boolean }
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

export const SecretDialog = ({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={title} closeOnClickOutside={false} closeOnEscape={false}>
    <Stack>
      <Text size="sm">{t('shell.shownOnce')}</Text>
      <Code block className="secret" data-testid="secret">
        {secret}
      </Code>
      <Group justify="flex-end">
        <CopyTextButton value={secret} label={t('shell.copy')} data-autofocus />
        <Button onClick={onClose}>{t('shell.done')}</Button>
      </Group>
    </Stack>
  </Modal>
)
