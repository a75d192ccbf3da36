// Shows a secret once, with a copy button.

import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { t } from '../strings.ts'
import { Icon } from './icons.tsx'

export const SecretDialog = ({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={title} closeOnClickOutside={false} closeOnEscape={false}>
    <Stack>
      <Text size="sm">{t('shell.shownOnce')}</Text>
      <Code block className="secret" data-testid="secret">
        {secret}
      </Code>
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} leftSection={<Icon name={copied ? 'check' : 'copy'} sizePx={16} />} data-autofocus>
              {copied ? t('shell.copied') : t('shell.copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{t('shell.done')}</Button>
      </Group>
    </Stack>
  </Modal>
)
