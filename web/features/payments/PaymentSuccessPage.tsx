import { PaymentResult } from './PaymentResult.tsx'

export default function PaymentSuccessPage() {
  return <PaymentResult outcome="success" />
}
