// Buttons, and links that look like them.

import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'
import type { IconName } from '../../../web/icons.tsx'
import { Icon } from '../../../web/icons.tsx'

export type Look = 'primary' | 'plain' | 'quiet' | 'danger'

type FaceProps = { look?: Look | undefined; icon?: IconName | undefined; isWide?: boolean | undefined; children: ReactNode }

const faceOf = ({ look = 'plain', icon, isWide = false, children }: FaceProps) => ({
  className: `button ${look}${isWide ? ' wide' : ''}`,
  children: (
    <>
      {icon && <Icon name={icon} />}
      {children}
    </>
  ),
})

type ButtonProps = FaceProps & { isBusy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>

export const Button = ({ look, icon, isWide, children, isBusy = false, disabled, type = 'button', ...rest }: ButtonProps) => (
  <button type={type} disabled={disabled || isBusy} aria-busy={isBusy} {...rest} {...faceOf({ look, icon, isWide, children })} />
)

export const ButtonLink = ({ href, ...face }: FaceProps & { href: string }) => <Link href={href} {...faceOf(face)} />

/** A link to a URL outside the portal's pages, such as a label. It opens in a new tab. */
export const OutsideLink = ({ href, ...face }: FaceProps & { href: string }) => (
  <a href={href} target="_blank" rel="noopener" {...faceOf(face)} />
)
