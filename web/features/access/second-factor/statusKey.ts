/** The query of one's own second step, which the card and the offer share. */
export const statusKey = ['account', 'second-factor'] as const
