// The port to a payment provider: starts a payment and looks it up.

export type StartRequest = { reference: string; amountKobo: number; currency: string; email: string; invoiceNumber: string }

/** The provider's answer to a look-up. `amount` is in the smallest unit of the currency. */
export type ProviderPayment = { reference: string; isPaid: boolean; amount: number; currency: string; isTest: boolean }

/** Every method may throw ProviderFailure, and throws nothing else. */
export interface PaymentProvider {
  readonly id: 'paystack'
  /** Starts a payment, and returns the page for the payer. If it fails, nothing was paid. */
  start(request: StartRequest): Promise<{ url: string }>
  lookUp(reference: string): Promise<ProviderPayment | null>
  isSigned(rawBody: Uint8Array, signature: string): boolean
}

/** `unavailable`: another attempt may succeed. `rejected`: the provider refused. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: 'unavailable' | 'rejected'

  constructor(kind: 'unavailable' | 'rejected', message: string) {
    super(message)
    this.kind = kind
  }
}
