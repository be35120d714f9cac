import type { ClientInventory } from '#contract/enablements.ts'

type Word =
  | 'panel'
  | 'changePanel'
  | 'recipientsHelp'
  | 'enable'
  | 'disable'
  | 'disableTitle'
  | 'enabledDone'
  | 'changedDone'
  | 'disabledDone'
  | 'consequence'

/** The key of a text for a whole test, or for single scales of one. */
export const word = ({ sensitive }: ClientInventory, key: Word) =>
  sensitive ? (`clients:sensitive.${key}` as const) : (`clients:sensitive.scale.${key}` as const)
