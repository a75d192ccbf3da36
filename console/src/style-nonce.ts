// The nonce that the server's policy lets style elements carry.

export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
