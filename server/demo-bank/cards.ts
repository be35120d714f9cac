/** The behaviour of a test card of the provider's sandbox; every other number is charged like the first. */
export interface TestCard {
  readonly association: string
  readonly family: string
  readonly type: 'CREDIT_CARD' | 'DEBIT_CARD'
  readonly error?: { readonly code: string; readonly group: string }
  /** The result of the bank's step; 1 is "authenticated". */
  readonly mdStatus?: string
}

const credit = (association: string, family: string): TestCard => ({
  association,
  family,
  type: 'CREDIT_CARD',
})
const declined = (code: string, group: string): TestCard => ({
  ...credit('VISA', 'Paraf'),
  error: { code, group },
})

const cards: Readonly<Record<string, TestCard>> = {
  '5528790000000008': credit('MASTER_CARD', 'Paraf'),
  '5526080000000006': credit('MASTER_CARD', 'Axess'),
  '4603450000000000': credit('VISA', 'Bonus'),
  '9792030000000000': credit('TROY', 'Paraf'),
  '5890040000000016': { ...credit('MASTER_CARD', ''), type: 'DEBIT_CARD' },
  '5400010000000004': credit('MASTER_CARD', ''),
  '4111111111111129': declined('10051', 'NOT_SUFFICIENT_FUNDS'),
  '4129111111111111': declined('10005', 'DO_NOT_HONOUR'),
  '4128111111111112': declined('10012', 'INVALID_TRANSACTION'),
  '4127111111111113': declined('10041', 'LOST_CARD'),
  '4126111111111114': declined('10043', 'STOLEN_CARD'),
  '4125111111111115': declined('10054', 'EXPIRED_CARD'),
  '4124111111111116': declined('10084', 'INVALID_CVC2'),
  '4121111111111119': declined('10034', 'FRAUD_SUSPECT'),
  '4130111111111118': declined('10093', 'GENERAL_ERROR'),
  '4131111111111117': { ...credit('VISA', 'Paraf'), mdStatus: '0' },
  '4141111111111115': { ...credit('VISA', 'Paraf'), mdStatus: '4' },
}

/** Starting the bank's step fails with this card. */
export const failsToBegin = '4151111111111112'

/** The test cards, with what happens to each. */
export const testCards = Object.entries(cards).map(([number, { error, mdStatus }]) => ({
  number,
  approved: error === undefined && mdStatus === undefined,
  why: error?.group ?? (mdStatus === undefined ? '' : `mdStatus ${mdStatus}`),
}))

const cardOf = (number: string): TestCard => cards[number] ?? credit('VISA', 'Bonus')

/** The details of a card that are stored, without its number. */
export function seen(number: string) {
  const { association, family, type, error, mdStatus } = cardOf(number)
  return {
    lastFour: number.slice(-4),
    association,
    family,
    cardType: type,
    error: error ?? null,
    mdStatus: mdStatus ?? '1',
  }
}
