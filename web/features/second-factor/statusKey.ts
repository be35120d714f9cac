/** The query of one's own second step, which the card and the offer share. */
export const statusKey = ['second-factor', 'status'] as const
