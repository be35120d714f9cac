import { PaymentResult } from './PaymentResult.tsx'

export default function PaymentErrorPage() {
  return <PaymentResult outcome="error" />
}
