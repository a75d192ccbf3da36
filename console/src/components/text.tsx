// Dimmed hints, and links in a text.

import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

export const Hint = ({ size = 'sm', children }: { size?: 'xs' | 'sm'; children: ReactNode }) => (
  <Text size={size} c="dimmed">
    {children}
  </Text>
)

/** Details in the first column of a table, on screens that hide the other columns. */
export const NarrowOnly = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" component="span" className="narrow-only">
    {children}
  </Text>
)

type PageLinkProps = { href: string; size?: 'xs' | 'sm'; fw?: number; children: ReactNode }

export const PageLink = ({ size = 'sm', ...link }: PageLinkProps) => <Anchor component={Link} size={size} {...link} />
