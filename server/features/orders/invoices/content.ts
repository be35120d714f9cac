import { z } from 'zod'
import { billing } from '#contract/billing.ts'

const kurus = z.number().int()

/** All that an invoice says, kept as it was when it was issued. Amounts are integer kuruş, moments in UTC. */
export const invoiceContent = z.object({
  number: z.string(),
  uuid: z.string(),
  issuedAt: z.string(),
  orderNumber: z.string(),
  seller: z.object({
    title: z.string(),
    taxOffice: z.string(),
    /** VKN. */
    taxNumber: z.string(),
    address: z.string(),
    district: z.string(),
    city: z.string(),
    country: z.string(),
    email: z.string(),
    phone: z.string(),
    registry: z.string(),
  }),
  buyer: z.object(billing.shape),
  lines: z.array(
    z.object({
      code: z.string(),
      /** The name in Turkish, the language of every invoice. */
      name: z.string(),
      quantity: z.number().int(),
      unitPriceKurus: kurus,
      netKurus: kurus,
      taxKurus: kurus,
    }),
  ),
  taxBasisPoints: z.number().int(),
  netKurus: kurus,
  taxKurus: kurus,
  totalKurus: kurus,
  paymentMethod: z.enum(['credit_card', 'eft']),
  paidAt: z.string(),
})

/** A test as a document names it: with its code, which some names have already. */
export const namedWithCode = ({ name, code }: { name: string; code: string }): string =>
  name.includes(`(${code})`) ? name : `${name} (${code})`

export type InvoiceContent = z.infer<typeof invoiceContent>
