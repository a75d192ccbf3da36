// Shows a notification for an action that failed in the browser.

import { notifications } from '@mantine/notifications'

export const sayTrouble = (message: string): void => {
  notifications.show({ message, color: 'red' })
}
