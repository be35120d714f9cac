// The official client has no types of its own. Only what the adapter calls is declared.
declare module 'iyzipay' {
  type Call = (request: object, done: (error: unknown, body: unknown) => void) => void
  export default class Iyzipay {
    constructor(config: { uri: string; apiKey: string; secretKey: string })
    readonly checkoutFormInitialize: { create: Call }
    readonly checkoutForm: { retrieve: Call }
    readonly cancel: { create: Call }
    readonly refund: { create: Call }
    readonly reportingTransactionDetails: { retrieve: Call }
  }
}
