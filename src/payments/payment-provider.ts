// The interface of a payment provider: starting a payment, looking up a payment, and checking webhook signatures.

export type StartRequest = { reference: string; amountKobo: number; currency: string; email: string; invoiceNumber: string }

/** The provider's answer to a look-up. `amount` is in the smallest unit of the currency. */
export type ProviderPayment = { reference: string; isPaid: boolean; amount: number; currency: string; isTest: boolean }

/** ProviderFailure is the only error that the methods throw. */
export interface PaymentProvider {
  readonly id: 'paystack'
  /** Starts a payment, and returns the URL of the page where the payer pays. If the call fails, nothing was paid. */
  start(request: StartRequest): Promise<{ url: string }>
  lookUp(reference: string): Promise<ProviderPayment | null>
  isSigned(rawBody: Uint8Array, signature: string): boolean
}

/** `unavailable`: another attempt may succeed. `rejected`: the provider refused the request for good. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: 'unavailable' | 'rejected'

  constructor(kind: 'unavailable' | 'rejected', message: string) {
    super(message)
    this.kind = kind
  }
}
