import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { secondStepKey } from '#contract/landing.ts'
import { greetedPath } from '../../../app/access.ts'
import { paths } from '../../../app/paths.ts'
import { tabSlice } from '../../../app/storage.ts'
import { readSecondStep } from '../second-factor/secondStep.ts'
import { SecondStepPanel } from './SecondStepPanel.tsx'

/**
 * The second step of somebody who opened a link. The page of links is the player's (web/player/entry), which leaves the
 * step in the tab's storage and comes here; without one, as after a reload, there is nothing to go on with.
 */
export default function SecondStepPage() {
  const navigate = useNavigate()
  const [step] = useState(() => readSecondStep(tabSlice.getItem(secondStepKey)))
  useEffect(() => void tabSlice.removeItem(secondStepKey), [])
  if (!step) return <Navigate to={paths.signIn} replace />
  return (
    <SecondStepPanel
      step={step}
      remember={false}
      onAgain={() => void navigate(paths.signIn)}
      entryOf={greetedPath}
    />
  )
}
