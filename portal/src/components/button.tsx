// Buttons, and links that look like them.

import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import type { IconName } from '../../../web/icons.tsx'
import { Icon } from '../../../web/icons.tsx'

export type Look = 'primary' | 'plain' | 'quiet' | 'danger'

type Common = { look?: Look; icon?: IconName; children: ReactNode; isWide?: boolean }

const classOf = ({ look = 'plain', isWide = false }: Omit<Common, 'children'>): string => `button ${look}${isWide ? ' wide' : ''}`

export const Button = ({
  look,
  icon,
  isWide,
  isBusy = false,
  children,
  disabled,
  type = 'button',
  ...rest
}: Common & { isBusy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button
    type={type}
    className={classOf({ ...(look && { look }), ...(isWide && { isWide }) })}
    disabled={disabled || isBusy}
    aria-busy={isBusy}
    {...rest}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

export const ButtonLink = ({ href, look, icon, isWide, children }: Common & { href: string }) => (
  <Link href={href} className={classOf({ ...(look && { look }), ...(isWide && { isWide }) })}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
)

/** A link to an address outside the pages, such as a label or a file that needs no session. It opens in a tab of its own. */
export const OutsideLink = ({ href, look, icon, isWide, children }: Common & { href: string }) => (
  <a href={href} target="_blank" rel="noopener" className={classOf({ ...(look && { look }), ...(isWide && { isWide }) })}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
)
