import type { Executor } from '#server/db/database.ts'
import { noteDeviceUse } from './device-use.ts'
import type { Effect, Stored } from './effect.ts'
import { endPractice } from './practice.ts'
import { startSectionClocks } from './section-clocks.ts'

/** The effects of stored answers, in this order. */
const effects: readonly Effect[] = [endPractice, startSectionClocks, noteDeviceUse]

/** Runs what follows from stored answers, whether the player sent them or a rescue file brought them. */
export async function afterStoring(db: Executor, stored: Stored): Promise<void> {
  for (const effect of effects) await effect(db, stored)
}
