// A built-in text of a message, in one language. `short` is the text for SMS. WhatsApp gets `short` with more words around it.

export type OwnText = {
  subject: string
  text: string
  short: string
  severalSubject?: string
  severalText?: string
  severalShort?: string
}
