import { findTransferOrders, findTransferOrdersById } from './transfer-queries.ts'

export type { TransferOrder } from './transfer-queries.ts'

/** Orders by bank transfer that have one of these references or numbers, in any state, or are awaited with one of these amounts; the oldest first. */
export const transferOrders = findTransferOrders

/** Orders by bank transfer by their ids. */
export const transferOrdersById = findTransferOrdersById
