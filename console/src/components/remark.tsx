// A secondary note inside a panel or a dialog.

import './records.css'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

export const Remark = ({ title, children }: { title?: string; children?: ReactNode }) => (
  <div className="remark">
    {title && (
      <Text size="sm" fw={600}>
        {title}
      </Text>
    )}
    <Text size="sm" component="div">
      {children}
    </Text>
  </div>
)
