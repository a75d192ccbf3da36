// The nonce for style elements, from the server's content security policy.

export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''
