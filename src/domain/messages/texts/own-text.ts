// A text that is part of Waybill, in one language. `short` is for SMS; WhatsApp gets it with words around it.

export type OwnText = {
  subject: string
  text: string
  short: string
  severalSubject?: string
  severalText?: string
  severalShort?: string
}
