import { useEffect, useMemo, useState } from 'react'
import type { Preview } from '#contract/previews.ts'
import { divert } from '../address.ts'
import type { OwnAssignment } from '../attempt/start.ts'
import { stepsOf } from '../attempt/steps.ts'
import { BeforePage } from '../pages/BeforePage.tsx'
import { DonePage } from '../pages/DonePage.tsx'
import { RefusedPage } from '../pages/endings.tsx'
import { NoticePage } from '../pages/NoticePage.tsx'
import { Player } from '../taking/Player.tsx'
import { useLive } from '../taking/useLive.ts'
import { setLocale, t } from '../words.ts'
import { type PreviewAttempt, previewAttempt } from './attempt.ts'
import { afterSection, beforeKey, doneKey, noticeKey, noticesOf, placesOf } from './places.ts'
import styles from './preview.module.css'
import { Strip } from './Strip.tsx'

const refusedKey = 'refused'
const takingKey = 'taking'

/** The version as if it had been sent to somebody, who has not begun. */
function assignmentOf(preview: Preview): OwnAssignment {
  const { code, name, description, minutes, itemCount, notices, preTest, form } = preview
  const now = new Date().toISOString()
  return {
    id: '',
    client: { name: t('player-preview:client'), phone: '' },
    inventory: { code, name, description },
    description: '',
    status: 'pending',
    locale: form.locale,
    minutes,
    itemCount,
    createdAt: now,
    dueDate: null,
    testDay: null,
    opening: null,
    timeZone: 'Europe/Istanbul',
    startedAt: null,
    completedAt: null,
    deadline: null,
    answered: 0,
    receipt: null,
    reportVisible: false,
    personName: t('player-preview:person'),
    notices: notices.map((notice) => ({ ...notice, acceptedAt: null })),
    preTest,
    hasPractice: preview.hasPractice,
    hasAutoNext: preview.hasAutoNext,
    timed: preview.timeLimitSeconds !== null,
    accommodations: { timePercent: 100, textSize: 0, readAloud: true, breaks: 0, breakMinutes: 10 },
    serverTime: now,
  }
}

/** The screens and the place among them; the place is in the address, so that it can be sent to a colleague. */
function usePlace(preview: Preview, live: PreviewAttempt) {
  const first = noticesOf(preview)[0]
  const start = first ? noticeKey(first.id) : beforeKey
  const [at, setAt] = useState(start)
  const state = useLive(live)
  const taking = state.receipt === undefined ? state.progress.place : doneKey
  const place = at === takingKey ? taking : at

  const go = (key: string) => {
    const outside = key === beforeKey || key === refusedKey || key.startsWith(noticeKey(''))
    if (!outside) {
      if (key === doneKey) void live.submit()
      else live.jumpTo(key)
    }
    setAt(outside ? key : takingKey)
  }
  const restart = () => {
    live.restart()
    setAt(start)
  }
  const begin = async () => {
    live.restart()
    setAt(takingKey)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    const asked = new URLSearchParams(window.location.search).get('at')
    const known = placesOf(preview).some(({ places }) => places.some(({ key }) => key === asked))
    if (asked !== null && known) go(asked)
    divert(restart)
    return () => divert(undefined)
  }, [])

  // The player walks through the history itself, while it is there.
  useEffect(() => {
    if (at === takingKey) return
    const pop = () => {
      const asked = new URLSearchParams(window.location.search).get('at')
      if (asked !== null) go(asked)
    }
    window.addEventListener('popstate', pop)
    return () => window.removeEventListener('popstate', pop)
  })

  // After the player's own effects: they add the step to the history, this names it.
  const locale = preview.form.locale
  useEffect(() => {
    const search = new URLSearchParams({ at: place, lang: locale })
    history.replaceState(history.state, '', `?${search}`)
  }, [place, locale])

  return { at, place, state, go, restart, begin }
}

/** Everything a participant meets, one screen after the other, under the strip that says what this is. */
export function Previewed({ preview }: { preview: Preview }) {
  const [live] = useState(() => previewAttempt(preview))
  useEffect(() => live.reworded(preview), [live, preview])
  const { at, place, state, go, begin } = usePlace(preview, live)
  const groups = useMemo(() => placesOf(preview), [preview])
  const step = at === takingKey ? stepsOf(preview.form).find(({ key }) => key === place) : undefined
  const section = step === undefined || step.kind === 'review' ? undefined : step.section
  const running = state.head.sections.some(
    ({ id, deadline }) => id === section?.id && Date.parse(deadline) > live.clock.now(),
  )

  return (
    <div className={styles.preview}>
      <Strip
        preview={preview}
        groups={groups}
        place={place}
        onGo={go}
        onNextSection={section && (() => go(afterSection(preview, section.id)))}
        onEndTime={
          section && running && step?.kind === 'item' ? () => live.endSection(section.id) : undefined
        }
      />
      <div className={styles.under}>
        <Screen preview={preview} live={live} at={at} onGo={go} onBegin={begin} />
      </div>
    </div>
  )
}

interface ScreenProps {
  preview: Preview
  live: PreviewAttempt
  at: string
  onGo: (key: string) => void
  onBegin: () => Promise<void>
}

function Screen({ preview, live, at, onGo, onBegin }: ScreenProps) {
  const assignment = useMemo(() => assignmentOf(preview), [preview])
  const { head, receipt } = useLive(live)
  const notices = assignment.notices
  const shown = noticesOf(preview)
  const index = shown.findIndex(({ id }) => noticeKey(id) === at)
  const notice = notices.find(({ id }) => id === shown[index]?.id)
  if (notice !== undefined) {
    const next = shown[index + 1]
    const onNext = () => onGo(next ? noticeKey(next.id) : beforeKey)
    return (
      <NoticePage
        key={notice.id}
        notice={notice}
        assignment={assignment}
        step={index + 1}
        steps={shown.length + 1}
        onAgree={onNext}
        // The questions stay: who previews a test looks at all of it.
        onDecline={onNext}
        onRefuse={async () => onGo(refusedKey)}
      />
    )
  }
  if (at === refusedKey) return <RefusedPage assignment={assignment} />
  if (at !== takingKey) return <BeforePage assignment={assignment} onStart={onBegin} />
  if (receipt === undefined) return <Player live={live} onLanguage={setLocale} />
  return (
    <DonePage
      person={head.person}
      client={head.client.name}
      receipt={receipt}
      at={new Date(live.clock.now()).toISOString()}
      timeZone={assignment.timeZone}
      next={undefined}
      closing={head.form.closing}
      late={{ count: 0, inTime: [] }}
    />
  )
}
