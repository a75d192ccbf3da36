// Notifications: success and failure messages.

import { notifications } from '@mantine/notifications'
import { t } from '../strings.ts'
import { errorText, requestIdOf } from './states.tsx'

const ERROR_STAYS_MS = 12_000

export const notifyDone = (message: string): void => {
  notifications.show({ message, color: 'teal' })
}

export const notifyError = (error: unknown): void => {
  const id = requestIdOf(error)
  const message = id === null ? '' : t('shell.requestId', { id })
  notifications.show({ title: errorText(error), message, color: 'red', autoClose: ERROR_STAYS_MS })
}

export const notifyFailure = (message: string): void => {
  notifications.show({ message, color: 'red' })
}
