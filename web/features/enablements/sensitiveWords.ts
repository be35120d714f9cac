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

/** What is opened and closed is a whole test, or only single scales of one. */
export const word = ({ sensitive }: ClientInventory, key: Word) =>
  sensitive ? (`clients:sensitive.${key}` as const) : (`clients:sensitive.scale.${key}` as const)
