import { IconCheck, IconChevronRight, IconInfoCircle, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { LiveAttempt, LiveState } from '../attempt/live.ts'
import { isDraft } from '../attempt/model.ts'
import { isAnswered, type Step } from '../attempt/steps.ts'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { PhoneDone } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import frame from '../parts/frame.module.css'
import { SaveLine } from '../parts/SaveLine.tsx'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t } from '../words.ts'
import { type Limit, sectionDeadline, sectionIsOver } from './limits.ts'
import { TakingHeader } from './TakingHeader.tsx'
import styles from './taking.module.css'

type ItemStep = Extract<Step, { kind: 'item' }>

interface ReviewScreenProps {
  live: LiveAttempt
  state: LiveState
  items: readonly ItemStep[]
  limit: Limit | undefined
  mayOpen: (step: ItemStep) => boolean
  onOpen: (step: ItemStep) => void
  onSubmit: () => void
}

const listedBlanks = 6

function BlankRow({ step, onOpen }: { step: ItemStep; onOpen: () => void }) {
  return (
    <li>
      <button type="button" className={styles.blank} onClick={onOpen}>
        <span className={styles.blankNumber}>{step.number}</span>
        <span>
          <span className={styles.blankText} lang={step.item.lang}>
            {step.item.prompt.replace(/\[\[[^\]]*\]\]/g, '____')}
          </span>
          <small>{step.section.title}</small>
        </span>
        <IconChevronRight aria-hidden />
      </button>
    </li>
  )
}

function Numbers({
  items,
  blank,
  mayOpen,
  onOpen,
}: Pick<ReviewScreenProps, 'items' | 'mayOpen' | 'onOpen'> & { blank: ReadonlySet<string> }) {
  return (
    <>
      <p className={cx(controls.small, controls.muted, styles.legend)}>
        <span>
          <i />
          {t('player:review.blank')}
        </span>
        <span>
          <i />
          {t('player:review.answered')}
        </span>
      </p>
      <div className={styles.numbers}>
        {items.map((step) => {
          const empty = blank.has(step.item.id)
          return (
            <button
              key={step.key}
              type="button"
              className={cx(styles.number, empty && styles.empty)}
              disabled={!mayOpen(step)}
              aria-label={
                empty
                  ? t('player:review.numberBlank', { n: step.number })
                  : t('player:review.numberAnswered', { n: step.number })
              }
              onClick={() => onOpen(step)}
            >
              {step.number}
              {!empty && <IconCheck size={14} stroke={3} aria-hidden />}
            </button>
          )
        })}
      </div>
    </>
  )
}

function Sections({
  live,
  state,
  items,
  blank,
}: Pick<ReviewScreenProps, 'live' | 'state' | 'items'> & { blank: ReadonlySet<string> }) {
  return (
    <ul className={cx(controls.card, styles.sections)}>
      {state.head.form.sections.map((section) => {
        const own = items.filter((step) => step.section.id === section.id)
        const over = sectionIsOver(state.head, section.id, live.clock.now())
        return (
          <li key={section.id}>
            {over ? <IconLock aria-hidden /> : <IconCheck className={styles.done} aria-hidden />}
            <span>
              {section.title}{' '}
              {over && <span className={cx(controls.small, controls.muted)}>{t('player:review.over')}</span>}
            </span>
            <b dir="ltr">{`${own.filter(({ item }) => !blank.has(item.id)).length} / ${own.length}`}</b>
          </li>
        )
      })}
    </ul>
  )
}

/** Before handing in: what is blank, one tap to go there. While something is blank, going back is the first button. */
export function ReviewScreen({ live, state, items, limit, mayOpen, onOpen, onSubmit }: ReviewScreenProps) {
  const [asking, setAsking] = useState(false)
  const answers = state.progress.answers
  const blanks = items.filter(({ item }) => {
    const kept = answers[item.id]
    return !kept || isDraft(kept) || kept.state === 'refused' || !isAnswered(item, kept.value)
  })
  const blank = new Set(blanks.map(({ item }) => item.id))
  const reachable = blanks.filter(mayOpen)
  const closed = state.head.form.sections.filter((section) =>
    sectionIsOver(state.head, section.id, live.clock.now()),
  )
  // Where a section's time runs, its blanks come first.
  const firstBlank =
    reachable.find(({ section }) => sectionDeadline(state.head, section.id) !== undefined) ?? reachable[0]
  const left = state.head.form.sections.filter(
    (section) =>
      !closed.includes(section) && blanks.some((step) => step.section === section && !mayOpen(step)),
  )
  const first = items.find(mayOpen)
  const submit = () => {
    setAsking(false)
    onSubmit()
  }

  return (
    <Frame
      title={t('player:review.title')}
      header={
        <TakingHeader name={t('player:review.title')} limit={limit} onReview={() => undefined} reviewing />
      }
      dock={
        <div aria-hidden={asking}>
          <SaveLine state={state} />
          <div className={frame.stack}>
            {firstBlank && <Button onClick={() => onOpen(firstBlank)}>{t('player:review.toBlank')}</Button>}
            <Button look={firstBlank ? 'secondary' : 'primary'} onClick={() => setAsking(true)}>
              {t('player:button.submit')}
            </Button>
            {!firstBlank && first && (
              <Button look="secondary" onClick={() => onOpen(first)}>
                {t('player:review.again')}
              </Button>
            )}
          </div>
        </div>
      }
    >
      {blanks.length === 0 && <PhoneDone />}
      <h1 id="prompt" tabIndex={-1} className={cx(controls.title, blanks.length === 0 && controls.center)}>
        {blanks.length === 0
          ? t('player:review.complete')
          : t('player:review.blankCount', { count: blanks.length })}
      </h1>
      {blanks.length === 0 && (
        <p className={cx(controls.muted, controls.center)}>{t('player:review.ready')}</p>
      )}
      {blanks.length > 0 && (
        <div className={styles.total}>
          <span className={controls.progress} aria-hidden>
            <span style={{ width: `${((items.length - blanks.length) / items.length) * 100}%` }} />
          </span>
          <b dir="ltr">{`${items.length - blanks.length} / ${items.length}`}</b>
        </div>
      )}
      {reachable.length > 0 && <p className={controls.muted}>{t('player:review.tap')}</p>}
      {blanks.length > 0 && blanks.length <= listedBlanks && (
        <ul className={styles.blanks}>
          {reachable.map((step) => (
            <BlankRow key={step.key} step={step} onOpen={() => onOpen(step)} />
          ))}
        </ul>
      )}
      {blanks.length > listedBlanks && (
        <Numbers items={items} blank={blank} mayOpen={mayOpen} onOpen={onOpen} />
      )}
      {blanks.length === 0 && <Sections live={live} state={state} items={items} blank={blank} />}
      {blanks.length > 0 &&
        closed.map((section) => (
          <p key={section.id} className={cx(controls.sentence, styles.gap)}>
            <IconLock aria-hidden />
            {t('player:review.sectionClosed', { section: section.title })}
          </p>
        ))}
      {left.map((section) => (
        <p key={section.id} className={cx(controls.sentence, styles.gap)}>
          <IconLock aria-hidden />
          {t('player:review.leftBehind', { section: section.title })}
        </p>
      ))}
      {state.progress.lost.length > 0 && (
        <p className={cx(controls.sentence, styles.gap)}>
          <IconInfoCircle aria-hidden />
          {t('player:review.lost', { count: state.progress.lost.length })}
        </p>
      )}
      {asking && (
        <Sheet title={t('player:submit.title')} onClose={() => setAsking(false)}>
          <p className={controls.lead}>
            {blanks.length > 0
              ? t('player:submit.withBlanks', { count: blanks.length })
              : t('player:submit.complete', { count: items.length })}
          </p>
          <SheetActions>
            {firstBlank ? (
              <>
                <Button onClick={() => onOpen(firstBlank)}>{t('player:review.toBlank')}</Button>
                <Button look="secondary" onClick={submit}>
                  {t('player:button.submit')}
                </Button>
              </>
            ) : (
              <>
                <Button onClick={submit}>{t('player:button.submit')}</Button>
                <Button look="secondary" onClick={() => setAsking(false)}>
                  {t('player:submit.notYet')}
                </Button>
              </>
            )}
          </SheetActions>
        </Sheet>
      )}
    </Frame>
  )
}
