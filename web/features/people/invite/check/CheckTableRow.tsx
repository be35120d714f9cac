import { TextInput } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCopy,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/button/IconButton.tsx'
import { errorClass, fieldClasses } from '../../../../ui/form/fieldProps.tsx'
import type { CheckRow } from '../draft/draft.ts'
import type { Issue } from '../people/parse/check.ts'
import type { Action } from '../steps.ts'
import classes from './CheckTable.module.css'

type Part = 'name' | 'email' | 'phone' | 'staffNumber' | 'group'

interface CheckTableRowProps {
  row: CheckRow
  index: number
  issue: Issue | undefined
  /** The group of those whose row names none. */
  group: string
  dispatch: (action: Action) => void
  locked: boolean
}

/** The place where an issue is shown. */
const partOf: Record<Issue['code'], Part> = {
  emptyEmail: 'email',
  invalidEmail: 'email',
  duplicate: 'email',
  emailRepeated: 'email',
  registeredOtherwise: 'email',
  staffNumberRepeated: 'staffNumber',
  invalidName: 'name',
  invalidPhone: 'phone',
  damagedPhone: 'phone',
  damagedStaffNumber: 'staffNumber',
  invalidStaffNumber: 'staffNumber',
  invalidGroup: 'group',
}
/** Any one of these makes somebody reachable. */
const reaching: readonly Part[] = ['email', 'phone', 'staffNumber']

export function CheckTableRow({ row, index, issue, group, dispatch, locked }: CheckTableRowProps) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const known = row.email.trim() === '' ? 'staffNumber' : 'email'
  const wrong = issue && (issue.code === 'registeredOtherwise' ? known : partOf[issue.code])
  const needsInput = (part: Part) =>
    issue?.code === 'emptyEmail' ? reaching.includes(part) : wrong === part && issue?.code !== 'duplicate'
  // A part is open for typing while it is wrong, and stays open once it was touched.
  const isOpen = (part: Part) => !row.removed && (editing || needsInput(part) || isCorrected(row, part))

  const part = (part: Part) => {
    const own = wrong === part ? issue : undefined
    return isOpen(part) ? (
      <OpenPart
        key={part}
        row={row}
        index={index}
        part={part}
        group={group}
        dispatch={dispatch}
        locked={locked}
        issue={own}
      />
    ) : (
      <ClosedPart key={part} row={row} part={part} group={group} issue={own} />
    )
  }

  return (
    <tr data-removed={row.removed || undefined}>
      <td className={`faint nowrap ${classes.line}`}>{row.line > 0 ? row.line : ''}</td>
      <td data-part="name">{part('name')}</td>
      <td data-part="reach">{[part('email'), part('phone')]}</td>
      <td data-part="place">{[part('staffNumber'), part('group')]}</td>
      <td className={`nowrap text-end ${classes.action}`}>
        {row.removed || editing ? null : (
          <IconButton
            size="sm"
            label={t('invite:check.edit', { line: row.line })}
            disabled={locked}
            onClick={() => setEditing(true)}
          >
            <IconPencil aria-hidden />
          </IconButton>
        )}
        {row.removed || row.was || row.sameAs !== undefined ? (
          <IconButton
            size="sm"
            label={t('invite:check.undo', { line: row.line })}
            disabled={locked}
            onClick={() => {
              setEditing(false)
              dispatch({ type: 'undoRow', index })
            }}
          >
            <IconArrowBackUp aria-hidden />
          </IconButton>
        ) : issue?.code === 'duplicate' ? null : (
          <IconButton
            size="sm"
            label={t('invite:check.remove', { line: row.line })}
            disabled={locked}
            onClick={() => dispatch({ type: 'removeRow', index })}
          >
            <IconTrash aria-hidden />
          </IconButton>
        )}
      </td>
    </tr>
  )
}

const isCorrected = ({ was, ...row }: CheckRow, part: Part) => was !== null && was[part] !== row[part]

interface ClosedPartProps {
  row: CheckRow
  part: Part
  group: string
  issue: Issue | undefined
}

function ClosedPart({ row, part, group, issue }: ClosedPartProps) {
  const { t } = useTranslation()
  const text = part === 'group' ? row.group || group : row[part]
  const named = part === 'staffNumber' || part === 'group'
  return (
    <>
      {text === '' ? null : (
        <span className={classes.text} data-label={named ? t(`invite:column.${part}`) : undefined}>
          {text}
        </span>
      )}
      {issue?.code === 'duplicate' ? <Repeated of={issue.of} /> : null}
      {part === 'name' && row.removed ? <p className="muted meta">{t('invite:check.removed')}</p> : null}
      {part === 'name' && !row.removed && row.sameAs !== undefined && row.sameAs === row.registeredAs ? (
        <p className={`flex gap-6 text-13 ink-green ${classes.corrected}`}>
          <IconCircleCheck aria-hidden />
          {t('invite:check.decidedSame', { name: row.registeredAs })}
        </p>
      ) : null}
    </>
  )
}

function Repeated({ of }: { of: number }) {
  const { t } = useTranslation()
  return (
    <p className={`flex gap-6 meta ${classes.repeated}`}>
      <IconCopy aria-hidden />
      {t('invite:issue.duplicate', { line: of })}
    </p>
  )
}

interface OpenPartProps extends CheckTableRowProps {
  part: Part
}

function OpenPart({ row, index, part, issue, dispatch, locked }: OpenPartProps) {
  const { t } = useTranslation()
  const id = useId()
  const set = (value: string) => dispatch({ type: 'row', index, values: { [part]: value } })
  const wrong = issue !== undefined && issue.code !== 'duplicate'
  return (
    <>
      <TextInput
        classNames={fieldClasses('sm')}
        value={row[part]}
        error={wrong}
        readOnly={locked}
        autoComplete="off"
        aria-label={t(`invite:check.field.${part}`, { line: row.line })}
        placeholder={t(`invite:column.${part}`)}
        aria-invalid={wrong}
        aria-describedby={id}
        onChange={(event) => set(event.currentTarget.value)}
        // Enter in a cell saves the cell; it must not send the whole list.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div id={id}>
        {issue?.code === 'duplicate' ? <Repeated of={issue.of} /> : null}
        {wrong ? (
          <p className={`${errorClass} ${classes.below}`}>
            <IconAlertCircle aria-hidden />
            <span>
              {t(`invite:issue.${issue.code}`, {
                line: 'of' in issue ? issue.of : undefined,
                name: 'name' in issue ? issue.name : undefined,
              })}
              {issue.code === 'emailRepeated' || issue.code === 'registeredOtherwise' ? (
                <>
                  {' '}
                  <button
                    type="button"
                    className="plain-button medium ink-primary underlined breakable text-start no-padding"
                    disabled={locked}
                    aria-label={t('invite:check.samePersonIn', { line: row.line })}
                    onClick={() => dispatch({ type: 'samePerson', index, as: issue.name })}
                  >
                    {t('invite:check.samePerson')}
                  </button>
                </>
              ) : null}
              {issue.code === 'invalidEmail' && issue.suggestion ? (
                <>
                  {' '}
                  <Suggestion address={issue.suggestion} onTake={set} disabled={locked} />
                </>
              ) : null}
            </span>
          </p>
        ) : null}
        {!issue && isCorrected(row, part) ? (
          <p className={`flex gap-6 text-13 ink-green ${classes.corrected}`}>
            <IconCircleCheck aria-hidden />
            {t('invite:check.corrected')}
          </p>
        ) : null}
      </div>
    </>
  )
}

interface SuggestionProps {
  address: string
  onTake: (address: string) => void
  disabled: boolean
}

/** "Did you mean …?" with the address to press, in the order of words that the language needs. */
function Suggestion({ address, onTake, disabled }: SuggestionProps) {
  const { t } = useTranslation()
  const [before = '', after = ''] = t('invite:issue.didYouMean', { address: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <button
        type="button"
        className="plain-button medium ink-primary underlined breakable text-start no-padding"
        disabled={disabled}
        onClick={() => onTake(address)}
      >
        {address}
      </button>
      {after}
    </>
  )
}
