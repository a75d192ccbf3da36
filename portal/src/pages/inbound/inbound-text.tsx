// Texts of announcements: status, courier numbers, goods, transport.

import { Badge } from '../../components/marks.tsx'
import { STATUS_NAMES, texts } from '../../texts/inbound.ts'
import type { Inbound } from '../../wire.ts'

const TONES = { expected: 'info', received: 'ok', cancelled: 'plain', expired: 'warning' } as const

export const InboundMark = ({ status }: Pick<Inbound, 'status'>) => <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>

export const numbersText = ({ courier_numbers: numbers }: Inbound): string => numbers.join(', ')

export const itemsText = ({ items }: Inbound): string => items.map(({ quantity, description }) => `${quantity} × ${description}`).join(', ')

export const wishText = ({ transport_mode: wish }: Inbound): string | null => wish && texts[wish]
