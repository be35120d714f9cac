import { useSyncExternalStore } from 'react'
import type { Person } from './person.ts'
import type { Tablet } from './store.ts'

export interface TabletPageState {
  /** True once the device's storage was read. */
  loaded: boolean
  /** Undefined while this device is no tablet. */
  tablet: Tablet | undefined
  person: Person | undefined
  /** The receipts of somebody who has finished, until their data is gone. */
  finished: readonly string[] | undefined
  /** The supervisor ended the last of their tests. */
  ended?: true | undefined
  locked: boolean
  /** The supervisor's sheet is open. */
  supervising: boolean
  /** True if the last call reached the server. */
  reached: boolean
  /** The package on the device is the server's newest. */
  prepared: boolean
  /** Its pages open without a connection, too. */
  pagesKept: boolean
  /** The prepared content did not fit on the device. */
  full: boolean
  /** Something of the last person could not be removed from the device. */
  traces: boolean
}

/** Everything is there that people need without a connection. */
export const isReady = ({ prepared, pagesKept }: TabletPageState): boolean => prepared && pagesKept

const first: TabletPageState = {
  loaded: false,
  tablet: undefined,
  person: undefined,
  finished: undefined,
  locked: false,
  supervising: false,
  reached: true,
  prepared: false,
  pagesKept: false,
  full: false,
  traces: false,
}

let state = first
const listeners = new Set<() => void>()

export const tabletState = (): TabletPageState => state

export function change(part: Partial<TabletPageState>): void {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useTabletState = (): TabletPageState => useSyncExternalStore(subscribe, tabletState)

/** Resets the state to that of a newly loaded page. */
export const resetState = (): void => change(first)
