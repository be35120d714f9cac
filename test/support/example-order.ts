import type { Order } from '#contract/orders.ts'
import type { PriceList } from '#contract/price-list.ts'
import { exampleClient } from './client.ts'

const inventory = { id: '01890000-0000-7000-8000-000000000003', code: 'AYT', name: 'AYT' }
const amounts = { netAmount: 100_000, taxAmount: 20_000 }
const moment = '2026-11-20T10:00:00Z'

/** An order by card that nobody has paid yet, as the API shows it to its buyer. */
export const exampleOrder: Order = {
  id: '01890000-0000-7000-8000-000000000004',
  orderId: '01890000-0000-7000-8000-000000000004',
  number: 'TRZ-2026-0148',
  client: { id: exampleClient.id, name: exampleClient.name },
  date: '2026-11-20',
  created: moment,
  updated: moment,
  createdBy: '01890000-0000-7000-8000-000000000002',
  userName: 'Ayşe Demir',
  quantity: 10,
  quota: 0,
  pricePerUnit: 10_000,
  ...amounts,
  totalAmount: 120_000,
  refundedAmount: 0,
  refundInProgress: false,
  taxRate: 20,
  paymentMethod: 'credit_card',
  paymentStatus: 'pending',
  overdue: false,
  attention: null,
  lines: [
    { inventory, quantity: 10, pricePerUnit: 10_000, ...amounts, refundedQuantity: 0, receivedAmount: 0 },
  ],
  cardInfo: null,
  invoices: { count: 0, list: [] },
  eft: null,
  billing: {
    title: 'Ornek A.Ş.',
    taxOffice: 'Kemeraltı',
    taxNumber: '4540536920',
    name: '',
    surname: '',
    identityNumber: '',
    address: 'Fevzi Paşa Bulvarı No: 12',
    district: 'Konak',
    city: 'İzmir',
    country: 'Türkiye',
    email: 'muhasebe@ornek.example',
    phone: '0232 000 00 00',
  },
  termsVersion: '2026-11',
  settledAt: null,
  cancelledAt: null,
  payment: null,
  transfer: null,
  refunds: [],
  events: [],
  canPay: true,
  canCancel: true,
  canRefund: false,
  canDecidePayment: false,
}

/** The prices for its client. */
export const examplePrices: PriceList = {
  taxRate: 20,
  methods: ['credit_card', 'eft'],
  termsVersion: '2026-11',
  seller: null,
  tests: [
    {
      inventory,
      availableQuantity: 0,
      assignedInThirtyDays: 0,
      tiers: [{ fromQuantity: 1, unitPriceKurus: 10_000 }],
      agreed: null,
    },
  ],
}
