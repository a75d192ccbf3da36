// Whether the signed-in role may change anything: support can only read.

import { useSession } from '../session.tsx'

export const useMayHandle = (): boolean => useSession().role !== 'support'
