import { BreakButton } from './BreakButton.tsx'
import { BreakScreen } from './BreakScreen.tsx'

/** What a person needs who may take breaks, in one file for them. */
export const breakParts = { Button: BreakButton, Screen: BreakScreen }
