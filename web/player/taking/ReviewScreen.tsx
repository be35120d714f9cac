import './takingWords.ts'
import './reviewWords.ts'
import { IconCheck, IconChevronRight, IconInfoCircle, IconLock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { PhoneDone } from '../parts/drawings.tsx'
import { Frame } from '../parts/Frame.tsx'
import { SaveLine, saveWord } from '../parts/SaveLine.tsx'
import { Sheet, SheetActions } from '../parts/Sheet.tsx'
import { t } from '../words.ts'
import { replacedAnswers } from './LostSheet.tsx'
import { type Limit, sectionDeadline } from './limits.ts'
import { type ItemStep, overviewOf, type Part } from './overview.ts'
import { TakingHeader } from './TakingHeader.tsx'
import styles from './taking.module.css'

interface ReviewScreenProps {
  live: LiveAttempt
  state: LiveState
  items: readonly ItemStep[]
  limit: Limit | undefined
  mayOpen: (step: ItemStep) => boolean
  onOpen: (step: ItemStep) => void
  onSubmit: () => void
  /** Shown if the person may take a break here. */
  breakButton?: ReactNode
}

const listedBlanks = 6

function BlankRow({ step, onOpen }: { step: ItemStep; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        className={`stack align-center full-width gap-12 text-start surface rounded-lg pointer ${styles.blank}`}
        onClick={onOpen}
      >
        <span className={`stack centered bold circle ${styles.blankNumber}`}>{step.number}</span>
        <span>
          <span className={styles.blankText} lang={step.item.lang}>
            {step.item.prompt.replace(/\[\[[^[\]]*\]\]/g, '____')}
          </span>
          <small>{step.section.title}</small>
        </span>
        <IconChevronRight aria-hidden />
      </button>
    </li>
  )
}

/** The items that can still be opened, by section. */
function Numbers({ parts, onOpen }: { parts: readonly Part[]; onOpen: ReviewScreenProps['onOpen'] }) {
  const shown = parts.filter(({ open }) => open.length > 0)
  return (
    <>
      <p className={cx('flex gap-16 above-8 muted', controls.small, styles.legend)}>
        <span>
          <i />
          {t('player-review:blank')}
        </span>
        <span>
          <i />
          {t('player-review:answered')}
        </span>
      </p>
      {shown.map(({ section, open, blank }) => (
        <section key={section.id} aria-label={section.title}>
          {shown.length > 1 && <h2 className={styles.part}>{section.title}</h2>}
          <div className={styles.numbers}>
            {open.map((step) => {
              const empty = blank.has(step.item.id)
              return (
                <button
                  key={step.key}
                  type="button"
                  className={cx(
                    'row justify-center gap-4 muted tinted rounded pointer',
                    styles.number,
                    empty && styles.empty,
                  )}
                  aria-label={
                    empty
                      ? t('player-review:numberBlank', { n: step.number })
                      : t('player-review:numberAnswered', { n: step.number })
                  }
                  onClick={() => onOpen(step)}
                >
                  {step.number}
                  {!empty && <IconCheck size={14} stroke={3} aria-hidden />}
                </button>
              )
            })}
          </div>
        </section>
      ))}
    </>
  )
}

/** Sections with what is answered of each; of a closed one also why it is, and what stayed blank in it. */
function Sections({ parts }: { parts: readonly Part[] }) {
  return (
    <ul className={cx('above-16', controls.panel, styles.sections)}>
      {parts.map(({ section, answered, total, closed, closedBlanks }) => (
        <li className="stack align-center gap-12" key={section.id}>
          {closed ? <IconLock aria-hidden /> : <IconCheck className="ink-green" aria-hidden />}
          <span>
            {section.title}{' '}
            {closed && (
              <span className={cx('muted', controls.small)}>
                {t(closed === 'over' ? 'player-review:over' : 'player-review:behind')}
              </span>
            )}
          </span>
          <b dir="ltr">{`${answered} / ${total}`}</b>
          {closedBlanks > 0 && (
            <p className={cx('muted', controls.small)}>
              {t('player-review:closedBlank', { count: closedBlanks })}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Counts the blanks that can still be filled in, where some cannot. */
function titleOf(blanks: number, reachable: number): string {
  if (blanks === 0) return t('player-review:complete')
  if (reachable === 0) return t('player-review:nothingOpen')
  return reachable === blanks
    ? t('player-review:blankCount', { count: blanks })
    : t('player-review:openCount', { count: reachable })
}

/** Before handing in: what is blank, one tap to go there. While something is blank, going back is the first button. */
export function ReviewScreen(props: ReviewScreenProps) {
  const { live, state, items, limit, mayOpen, onOpen, onSubmit, breakButton } = props
  const [asking, setAsking] = useState(false)
  const { parts, blanks } = overviewOf({ live, items, mayOpen })
  const reachable = blanks.filter(mayOpen)
  const closed = parts.filter((part) => part.closed !== undefined)
  // Nobody is led back where a blank is as good as an answer.
  const due = state.head.form.mayLeaveBlank ? [] : reachable.filter(({ item }) => !item.mayLeaveBlank)
  // The blanks of a section whose time runs come first.
  const wanted = due.find(({ section }) => sectionDeadline(state.head, section.id) !== undefined) ?? due[0]
  const first = items.find(mayOpen)
  const replaced = replacedAnswers(state, items)
  const submit = () => {
    setAsking(false)
    onSubmit()
  }

  return (
    <Frame
      title={t('player-review:title')}
      header={<TakingHeader name={t('player-review:title')} limit={limit} tools={breakButton} />}
      dock={
        <div aria-hidden={asking}>
          <SaveLine state={state} />
          <div className="stack gap-8">
            {wanted && <Button onClick={() => onOpen(wanted)}>{t('player-review:toBlank')}</Button>}
            <Button look={wanted ? 'secondary' : 'primary'} onClick={() => setAsking(true)}>
              {t('player:button.submit')}
            </Button>
            {!wanted && first && (
              <Button look="secondary" onClick={() => onOpen(first)}>
                {t('player-review:again')}
              </Button>
            )}
          </div>
        </div>
      }
    >
      {blanks.length === 0 && <PhoneDone />}
      <h1 id="prompt" tabIndex={-1} className={cx(controls.title, blanks.length === 0 && 'text-center')}>
        {titleOf(blanks.length, reachable.length)}
      </h1>
      {blanks.length === 0 && <p className="muted text-center">{t('player-review:ready')}</p>}
      {saveWord(state, true) === 'saved' && (
        <p className={cx(controls.small, 'muted', blanks.length === 0 && 'text-center')}>
          {t('player-review:saved')}
        </p>
      )}
      {blanks.length > 0 && <Total answered={items.length - blanks.length} of={items.length} />}
      {(blanks.length === 0 || closed.length > 0) && (
        <Sections parts={blanks.length === 0 ? parts : closed} />
      )}
      {reachable.length > 0 && (
        <p className={cx('muted', closed.length > 0 && 'above-16')}>{t('player-review:tap')}</p>
      )}
      {reachable.length > 0 && reachable.length <= listedBlanks && (
        <ul className="stack gap-8 above-8">
          {reachable.map((step) => (
            <BlankRow key={step.key} step={step} onOpen={() => onOpen(step)} />
          ))}
        </ul>
      )}
      {reachable.length > listedBlanks && <Numbers parts={parts} onOpen={onOpen} />}
      {replaced.count > 0 && (
        <p className={cx('above-16', controls.sentence)}>
          <IconInfoCircle aria-hidden />
          {t('player-item:lost.text', replaced)}
        </p>
      )}
      {asking && (
        <SubmitSheet
          blanks={blanks.length}
          reachable={reachable.length}
          total={items.length}
          onBlank={wanted && (() => onOpen(wanted))}
          onSubmit={submit}
          onClose={() => setAsking(false)}
        />
      )}
    </Frame>
  )
}

function Total({ answered, of }: { answered: number; of: number }) {
  return (
    <div className={`row gap-12 ${styles.total}`}>
      <span className={controls.progress} aria-hidden>
        <span style={{ width: `${(answered / of) * 100}%` }} />
      </span>
      <b dir="ltr">{`${answered} / ${of}`}</b>
    </div>
  )
}

interface SubmitSheetProps {
  blanks: number
  reachable: number
  total: number
  /** Missing where no blank can be filled in any more. */
  onBlank: (() => void) | undefined
  onSubmit: () => void
  onClose: () => void
}

function SubmitSheet({ blanks, reachable, total, onBlank, onSubmit, onClose }: SubmitSheetProps) {
  return (
    <Sheet title={t('player-taking:submit.title')} onClose={onClose}>
      <p className={controls.lead}>
        {blanks > 0
          ? t(reachable > 0 ? 'player-taking:submit.withBlanks' : 'player-taking:submit.withClosed', {
              count: reachable || blanks,
            })
          : t('player-taking:submit.complete', { count: total })}
      </p>
      <SheetActions>
        {onBlank ? (
          <>
            <Button onClick={onBlank}>{t('player-review:toBlank')}</Button>
            <Button look="secondary" onClick={onSubmit}>
              {t('player:button.submit')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onSubmit}>{t('player:button.submit')}</Button>
            <Button look="secondary" onClick={onClose}>
              {t('player-taking:submit.notYet')}
            </Button>
          </>
        )}
      </SheetActions>
    </Sheet>
  )
}
