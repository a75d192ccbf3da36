// The port to a payment provider: starts a payment and looks it up again.

export type StartRequest = { reference: string; amountKobo: number; currency: string; email: string; invoiceNumber: string }

/** A payment as the provider itself tells it, asked for by us. `amount` is in the smallest unit of its currency. */
export type ProviderPayment = { reference: string; isPaid: boolean; amount: number; currency: string; isTest: boolean }

/** Every method throws ProviderFailure and nothing else. */
export interface PaymentProvider {
  readonly id: 'paystack'
  /** Where the payer pays. Nothing has been paid when it fails. */
  start(request: StartRequest): Promise<{ url: string }>
  /** Null when the provider answers that it knows no such payment. */
  lookUp(reference: string): Promise<ProviderPayment | null>
  /** Whether a webhook's body was signed by the provider, for this account of ours. */
  isSigned(rawBody: Uint8Array, signature: string): boolean
}

/** unavailable: another attempt may succeed. rejected: the provider said no. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: 'unavailable' | 'rejected'

  constructor(kind: 'unavailable' | 'rejected', message: string) {
    super(message)
    this.kind = kind
  }
}
