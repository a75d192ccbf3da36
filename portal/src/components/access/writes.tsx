// Wraps controls that change something. They are not shown to staff of the operator who look at the portal as the business.

import type { ReactNode } from 'react'
import { usePlace } from '../../scope.tsx'

export const Writes = ({ children }: { children: ReactNode }) => (usePlace().isViewOnly ? null : children)
