import { type ReactNode, useEffect, useState } from 'react'
import { declined, type OwnAssignment, shown } from '../attempt/start.ts'
import { kioskHere } from '../device/kiosk.ts'
import { startAtSize } from '../device/look.ts'
import { t } from '../words.ts'
import { BeforePage } from './BeforePage.tsx'
import { ClosedPage, CompletedPage, RefusedPage, WithdrawnPage } from './endings.tsx'
import { FailurePage, NotFoundPage } from './failures.tsx'
import { NoticePage } from './NoticePage.tsx'
import { useAssignment } from './useAssignment.ts'
import { Waiting } from './Waiting.tsx'

// Notices read before the start are remembered for the tab: a reload returns to where the person was. The server gets them
// with the start.
const acceptedKey = (id: string) => `terazi.read:${id}`

function acceptedHere(id: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(acceptedKey(id)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
  } catch {
    // Denied or damaged storage: the texts are shown again.
    return []
  }
}

function keepAccepted(id: string, accepted: string[]): string[] {
  try {
    sessionStorage.setItem(acceptedKey(id), JSON.stringify(accepted))
  } catch {
    // Denied storage: it lasts until the page is closed.
  }
  return accepted
}

/** One assignment: its notices, its pre-test page, the test, and how it ended. */
export function AssignmentPage({ id }: { id: string }) {
  const [accepted, setAccepted] = useState(() => acceptedHere(id))
  const { view, start, refuse, retry } = useAssignment(id, accepted)
  const taken = view.is === 'taking' ? view.live.get().head : undefined
  const shown = view.is === 'there' ? view.assignment : taken
  const textSize = shown?.accommodations?.textSize ?? 0
  useEffect(() => {
    startAtSize(textSize)
    return () => startAtSize(0)
  }, [textSize])

  switch (view.is) {
    case 'loading':
      return <Waiting title={t('player:before.title')} />
    case 'failed':
      return view.failure.status === 404 ? (
        <NotFoundPage title={t('player:failure.noAssignment')} />
      ) : (
        <FailurePage title={t('player:failure.testTitle')} failure={view.failure} onRetry={retry} />
      )
    case 'refused':
      return <RefusedPage assignment={view.assignment} />
    case 'taking':
      return <view.code.Taking live={view.live} />
    case 'there':
      return (
        <Opened
          assignment={view.assignment}
          accepted={accepted}
          advice={view.code && <view.code.DeviceAdvice assignment={view.assignment} />}
          onDecide={(...decisions) => setAccepted(keepAccepted(id, [...accepted, ...decisions]))}
          onStart={() => start(view.assignment)}
          onRefuse={() => refuse(view.assignment)}
          onReached={retry}
        />
      )
  }
}

const order = ['information', 'explicit_consent']

interface OpenedProps {
  assignment: OwnAssignment
  accepted: readonly string[]
  advice: ReactNode
  onDecide: (...decisions: string[]) => void
  onStart: () => Promise<void>
  onRefuse: () => Promise<void>
  onReached: () => void
}

/** The next notice to accept, then the page before the test; or how the assignment ended. */
function Opened({ assignment, accepted, advice, onDecide, onStart, onRefuse, onReached }: OpenedProps) {
  const kiosk = kioskHere()
  if (assignment.consentWithdrawn) return <WithdrawnPage assignment={assignment} />
  if (assignment.status === 'completed') return <CompletedPage assignment={assignment} />
  if (assignment.status !== 'pending') return <ClosedPage assignment={assignment} />
  if (assignment.needsConnection && kiosk) return <kiosk.NeedsConnection onReached={onReached} />
  const notices = assignment.notices
    .filter(({ acceptedAt }) => acceptedAt === null)
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  // The recipients of the result may have changed since the consent was given here.
  const agreed = ({ id, recipients }: (typeof notices)[number]) =>
    accepted.includes(id) && (!recipients || accepted.includes(shown(recipients.id)))
  const index = notices.findIndex((notice) => !agreed(notice) && !accepted.includes(declined(notice.id)))
  const notice = notices[index]
  if (!notice) return <BeforePage assignment={assignment} advice={advice} onStart={onStart} />
  return (
    <NoticePage
      key={notice.id}
      notice={notice}
      assignment={assignment}
      step={index + 1}
      steps={notices.length + 1}
      onAgree={() => onDecide(notice.id, ...(notice.recipients ? [shown(notice.recipients.id)] : []))}
      onDecline={() => onDecide(declined(notice.id))}
      onRefuse={onRefuse}
    />
  )
}
