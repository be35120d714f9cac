import { IconCheck, IconHourglass } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { HowAnswered, LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import type { KeptAnswer } from '../attempt/model.ts'
import { isAnswered } from '../attempt/steps.ts'
import { cx } from '../cx.ts'
import { changeLook, useLook } from '../device/look.ts'
import { chosenOption } from '../items/answering.ts'
import { MayLeaveBlank } from '../items/ItemView.tsx'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Refusal } from '../parts/Refusal.tsx'
import { SaveLine } from '../parts/SaveLine.tsx'
import { t } from '../words.ts'
import type { ItemScreenProps } from './ItemScreen.tsx'
import { NetBanner, useNetBanner } from './NetBanner.tsx'
import styles from './page.module.css'
import './pageWords.ts'
import type { ItemPage } from './pageOf.ts'
import { TakingHeader } from './TakingHeader.tsx'
import { Tools } from './Tools.tsx'
import taking from './taking.module.css'
import { useItemVoice } from './useItemVoice.ts'
import { useKeys } from './useKeys.ts'
import { longestMs } from './useTimeOn.ts'

type PageScreenProps = Omit<ItemScreenProps, 'firstOfSection'> & {
  page: ItemPage
  /** The test was left here, as by a reload or a pause. */
  resumed: boolean
}

/** Milliseconds since the page was opened or the item before was answered. */
function useTimeBetween(key: string): () => number {
  const since = useRef({ key, at: performance.now() })
  if (since.current.key !== key) since.current = { key, at: performance.now() }
  return () => {
    const now = performance.now()
    const between = now - since.current.at
    since.current.at = now
    return Math.round(between)
  }
}

/** The field of a row that has or gets the focus: its chosen answer, or its first. */
const fieldIn = (row: Element | null | undefined) =>
  row?.querySelector<HTMLInputElement>('input:checked') ?? row?.querySelector<HTMLInputElement>('input')

interface RowsOf {
  live: LiveAttempt
  state: LiveState
  page: ItemPage
  /** The row that was asked for. */
  first: number
  resumed: boolean
}

/** The row that keys act on, and what they do: numbers choose and go to the next row, up and down change the row. */
function useRows({ live, state, page, first, resumed }: RowsOf) {
  const [current, setCurrent] = useState(first)
  const list = useRef<HTMLDivElement>(null)
  const key = page.steps[0]?.key ?? ''
  const between = useTimeBetween(key)
  const { answers } = state.progress
  const kept = (index: number) => answers[page.steps[index]?.item.id ?? '']
  const answer = (index: number, option: string) => {
    const item = page.steps[index]?.item
    if (item === undefined) return
    const elapsedMs = Math.min(longestMs, (kept(index)?.elapsedMs ?? 0) + between())
    const how: HowAnswered = { elapsedMs }
    void live.answer(item.id, option, how)
  }
  const go = (index: number) => {
    const row = list.current?.querySelectorAll('fieldset')[index]
    if (row === undefined) return
    setCurrent(index)
    fieldIn(row)?.focus()
  }
  const digit = (n: number) => {
    const option = page.steps[current]?.item.options?.[n - 1]
    if (option === undefined) return
    answer(current, option.id)
    go(current + 1)
  }
  /** Left and right are the fields' own; up and down would choose there, and change the row here. */
  const walk = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(current + by)
  }
  // The focus moves once a page: an answer given on it moves none.
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (opened.current === key) return
    opened.current = key
    const blank = resumed
      ? page.steps.findIndex(({ item }) => !isAnswered(item, answers[item.id]?.value))
      : -1
    const start = blank > 0 ? blank : first
    setCurrent(start)
    if (start === 0) return document.getElementById('prompt')?.focus({ preventScroll: true })
    const row = list.current?.querySelectorAll('fieldset')[start]
    row?.scrollIntoView({ block: 'center' })
    fieldIn(row)?.focus({ preventScroll: true })
  }, [key, resumed, page, first, answers])
  return { list, current, setCurrent, kept, answer, digit, walk }
}

interface StatementProps {
  step: PageScreenProps['step']
  kept: KeptAnswer | undefined
  current: boolean
  /** It is being read aloud. */
  read: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Empty when an answer is taken back. */
  onAnswer: (option: string) => void
}

/** A row of the page: native radios, each said with its whole label. */
function Statement({ step, kept, current, read, onFocus, onKeyDown, onAnswer }: StatementProps) {
  const { item, number } = step
  const chosen = chosenOption(kept)
  return (
    <fieldset
      className={cx('stack align-center one-column', styles.row, current && styles.current)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <legend>
        <span className="regular muted">{number}</span>
        <span className={cx(read && styles.said)}>{item.prompt}</span>
      </legend>
      {item.options?.map(({ id, label }) => (
        <label
          key={id}
          className={cx('stack centered relative rounded pointer', styles.cell, chosen === id && styles.on)}
          title={label}
          data-option
        >
          <input
            type="radio"
            name={item.id}
            value={id}
            aria-label={label}
            checked={chosen === id}
            onChange={() => onAnswer(id)}
          />
          <span className={`stack centered surface circle ${styles.ring}`} aria-hidden>
            {chosen === id && <IconCheck size={18} stroke={3} />}
          </span>
        </label>
      ))}
      {item.mayLeaveBlank && (
        <div className={styles.mayLeaveBlank}>
          <MayLeaveBlank kept={kept} answer={onAnswer} />
        </div>
      )}
      <Refusal kept={kept} className={styles.refused} />
    </fieldset>
  )
}

interface LabelsProps {
  options: readonly { id: string; label: string }[]
  shortcuts: boolean
}

/** The answers' names above their columns. Each field says its own name, so these are hidden from screen readers. */
const Labels = ({ options, shortcuts }: LabelsProps) => (
  <div className={`stack align-center one-column ${styles.labels}`} aria-hidden>
    <span className="items-center gap-4 breakable" />
    {options.map(({ id, label }, index) => (
      <span className="items-center gap-4 breakable" key={id}>
        {shortcuts && <kbd>{index + 1}</kbd>}
        {label}
      </span>
    ))}
  </div>
)

/** Ten statements with the same answers, one below the other: for a desktop, where a screen for each would be slow. */
export function PageScreen(props: PageScreenProps) {
  const { live, state, step, page, resumed, total, limit, timeUp, onNext, onBack, onReview, onLook } = props
  const { breakButton } = props
  const { section } = step
  const look = useLook()
  const first = Math.max(0, page.steps.indexOf(step))
  const rows = useRows({ live, state, page, first, resumed })
  const row = page.steps[rows.current] ?? step
  const voice = useItemVoice(live, state, row)
  const [net, closeNet] = useNetBanner(page.steps[0]?.key ?? '', state)
  useKeys(
    {
      digit: rows.digit,
      next: onNext,
      ...(onBack ? { back: onBack } : {}),
      listen: voice.toggle,
      timer: () => changeLook({ timer: !look.timer }),
    },
    look.shortcuts,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNext()
  }
  const [from, to] = [page.steps[0]?.number ?? 0, page.steps[page.steps.length - 1]?.number ?? 0]
  const blank = page.steps.filter(
    ({ item }, index) => !item.mayLeaveBlank && !isAnswered(item, rows.kept(index)?.value),
  ).length
  return (
    <Frame
      title={`${section.title}, ${from}–${to} / ${total}`}
      wide
      header={
        <TakingHeader
          name={section.title}
          limit={limit}
          about={live.clock.estimated && (!state.reached || state.saveError !== undefined)}
          count={{ from, n: to, total }}
          {...(onReview && { onReview })}
          tools={
            <Tools voice={voice} onLook={onLook}>
              {breakButton}
            </Tools>
          }
        />
      }
      dock={
        <div className={`row gap-16 ${styles.dock}`}>
          <Button look="secondary" disabled={!onBack} onClick={onBack}>
            {t('player:button.back')}
          </Button>
          <SaveLine state={state} />
          <p className="grow muted text-end">{blank > 0 && t('player-page:blank', { count: blank })}</p>
          <Button type="submit" form="answer">
            {t('player:button.next')}
          </Button>
        </div>
      }
    >
      {timeUp && (
        <p className={cx(controls.banner, controls.warn, taking.banner)} role="status">
          <IconHourglass aria-hidden />
          {t('player:time.zero')}
        </p>
      )}
      {net && <NetBanner net={net} live={live} state={state} onClose={closeNet} />}
      <div className="flex split align-baseline gap-16">
        <h1 id="prompt" tabIndex={-1} className={controls.title}>
          {section.title}
        </h1>
        {page.total > 1 && (
          <p className="muted">{t('player-page:number', { n: page.number, total: page.total })}</p>
        )}
      </div>
      {section.instructions !== '' && <p className="muted">{section.instructions}</p>}
      <form id="answer" onSubmit={submit} noValidate>
        <div ref={rows.list} className={styles.rows} lang={step.item.lang}>
          <Labels options={step.item.options ?? []} shortcuts={look.shortcuts} />
          {page.steps.map((each, index) => (
            <Statement
              key={each.key}
              step={each}
              kept={rows.kept(index)}
              current={index === rows.current}
              read={index === rows.current && voice.reading === 0}
              onFocus={() => rows.setCurrent(index)}
              onKeyDown={rows.walk}
              onAnswer={(option) => rows.answer(index, option)}
            />
          ))}
        </div>
      </form>
    </Frame>
  )
}
