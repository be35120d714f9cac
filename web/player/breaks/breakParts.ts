import { BreakButton } from './BreakButton.tsx'
import { BreakScreen } from './BreakScreen.tsx'

/** The components for people who may take breaks, in one file for them. */
export const breakParts = { Button: BreakButton, Screen: BreakScreen }
