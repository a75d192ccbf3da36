// Dimmed hints, links in a text, and buttons that open documents such as labels, invoices and receipts.

import { Anchor, Button, Menu, Text } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import { Icon } from './icons.tsx'

export const Hint = ({ size = 'sm', children }: { size?: 'xs' | 'sm'; children: ReactNode }) => (
  <Text size={size} c="dimmed">
    {children}
  </Text>
)

/** Text that is shown only on narrow screens, where less important table columns are hidden. */
export const NarrowOnly = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" component="span" className="narrow-only">
    {children}
  </Text>
)

type PageLinkProps = { href: string; size?: 'xs' | 'sm'; fw?: number; underline?: 'always'; children: ReactNode }

export const PageLink = ({ size = 'sm', ...link }: PageLinkProps) => <Anchor component={Link} size={size} {...link} />

type PaperLinkProps = { href: string; label: string; isDownload?: boolean; size?: 'compact-xs' | 'xs' | 'sm'; ref?: Ref<HTMLAnchorElement> }

export const PaperLink = ({ href, label, isDownload = false, size = 'sm', ref }: PaperLinkProps) => (
  <Button
    component="a"
    ref={ref}
    href={href}
    target="_blank"
    rel="noopener"
    variant="default"
    size={size}
    leftSection={<Icon name={isDownload ? 'download' : 'print'} sizePx={14} />}
  >
    {label}
  </Button>
)

export type PaperFile = { href: string; name: string }

/** Shows one button for one file, and a menu for several. */
export const PaperFiles = ({ label, files }: { label: string; files: readonly PaperFile[] }) => {
  if (files.length === 1) return <PaperLink href={files[0]!.href} label={label} size="xs" />
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="print" sizePx={14} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ href, name }) => (
          <Menu.Item key={href} component="a" href={href} target="_blank" rel="noopener">
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
