// The icons, which the console shares with the portal.

export type { IconName } from '../../../web/icons.tsx'
export { Icon } from '../../../web/icons.tsx'
