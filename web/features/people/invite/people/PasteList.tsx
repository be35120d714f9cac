import { useMediaQuery } from '@mantine/hooks'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, type UIEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorClass } from '../../../../ui/form/fieldProps.tsx'
import type { Draft } from '../draft/draft.ts'
import type { Action } from '../steps.ts'
import classes from './PasteList.module.css'
import type { Issue } from './parse/check.ts'
import type { ListProblem, ListRow } from './parse/rows.ts'
import type { PeopleError } from './peopleError.ts'
import { SampleLink } from './SampleLink.tsx'
import { useProblemText } from './useProblemText.ts'

const lineHeight = 28
const lines = 8

interface PasteListProps {
  draft: Draft
  dispatch: (action: Action) => void
  error: PeopleError | undefined
  rows: readonly ListRow[]
  issues: readonly (Issue | undefined)[]
  problem: ListProblem | undefined
}

/** A text area with line numbers; faulty addresses are underlined while they are typed. */
export function PasteList({ draft, dispatch, error, rows, issues, problem }: PasteListProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const id = useId()
  const narrow = useMediaQuery('(max-width: 640px)') === true
  const [scroll, setScroll] = useState({ top: 0, left: 0 })
  const texts = useMemo(() => draft.pasted.split('\n'), [draft.pasted])
  const faulty = useMemo(() => faultyLines(rows, issues), [rows, issues])

  const message = problem
    ? problemText(problem)
    : error === 'noEmails'
      ? t('invite:error.noEmails')
      : error === 'wrongEmails'
        ? t('invite:error.wrongEmails')
        : undefined

  // The list may have ten thousand lines: only those in view are drawn.
  const first = Math.max(0, Math.floor(scroll.top / lineHeight) - 1)
  const visible = texts.slice(first, first + lines + 3)
  const follow = ({ currentTarget }: UIEvent<HTMLTextAreaElement>) =>
    setScroll({ top: currentTarget.scrollTop, left: currentTarget.scrollLeft })
  const shift = `translateY(${first * lineHeight - scroll.top}px)`

  return (
    <div className="stack content-start min-0 gap-6">
      <label htmlFor={id} className="medium">
        {t('invite:paste.label')}
      </label>
      <div
        className={`stack num surface rounded clip ${classes.box}`}
        data-error={message ? true : undefined}
      >
        <div className={`relative faint text-end well clip ${classes.numbers}`} aria-hidden>
          <div style={{ transform: shift }}>
            {visible.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
              <div key={first + index} data-bad={faulty.has(first + index + 1) || undefined}>
                {first + index + 1}
              </div>
            ))}
          </div>
        </div>
        <div className="min-0 relative">
          <div className={`clip ${classes.marks}`} aria-hidden>
            <div style={{ transform: `${shift} translateX(${-scroll.left}px)` }}>
              {visible.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
                <div key={first + index}>{marked(text, faulty.get(first + index + 1))}</div>
              ))}
            </div>
          </div>
          <textarea
            id={id}
            className={`font-inherit block full-width relative ink bare ${classes.input}`}
            value={draft.pasted}
            placeholder={t(narrow ? 'invite:paste.placeholderShort' : 'invite:paste.placeholder')}
            wrap="off"
            rows={lines}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            aria-invalid={Boolean(message)}
            aria-describedby={`${id}-help ${id}-error`}
            onScroll={follow}
            onChange={(event) => dispatch({ type: 'list', values: { pasted: event.currentTarget.value } })}
          />
        </div>
      </div>
      <p id={`${id}-help`} className="meta">
        {t('invite:paste.help')} <SampleLink />
      </p>
      <p id={`${id}-error`} className={errorClass} role="alert">
        {message ? (
          <>
            <IconAlertCircle aria-hidden />
            <span>{message}</span>
          </>
        ) : null}
      </p>
    </div>
  )
}

/** The addresses with an issue by line; of a line with several people those that are wrong. */
function faultyLines(rows: readonly ListRow[], issues: readonly (Issue | undefined)[]) {
  const found = new Map<number, string[]>()
  for (const [index, row] of rows.entries()) {
    const issue = issues[index]
    if (!issue || issue.code === 'duplicate') continue
    found.set(row.line, [
      ...(found.get(row.line) ?? []),
      ...(issue.code === 'invalidEmail' ? [row.email] : []),
    ])
  }
  return found
}

function marked(text: string, wrong: readonly string[] | undefined): ReactNode {
  const address = wrong?.find((one) => one !== '' && text.includes(one))
  if (!address) return text === '' ? '\u00a0' : text
  const at = text.indexOf(address)
  return (
    <>
      {text.slice(0, at)}
      <mark>{address}</mark>
      {text.slice(at + address.length)}
    </>
  )
}
