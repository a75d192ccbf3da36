// Whether the one signed in handles freight: support looks on, and is offered nothing that would be refused.

import { useSession } from '../session.tsx'

export const useMayHandle = (): boolean => useSession().role !== 'support'
