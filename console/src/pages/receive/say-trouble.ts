// Says at the edge of the screen what could not be done here, in words of our own.

import { notifications } from '@mantine/notifications'

export const sayTrouble = (message: string): void => {
  notifications.show({ message, color: 'red' })
}
