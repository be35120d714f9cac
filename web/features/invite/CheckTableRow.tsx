import { TextInput } from '@mantine/core'
import { IconAlertCircle, IconArrowBackUp, IconCircleCheck, IconCopy, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldClasses } from '../../ui/fieldProps.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Pill } from '../../ui/Pill.tsx'
import classes from './CheckTable.module.css'
import type { CheckRow } from './draft.ts'
import type { Issue } from './parse/check.ts'
import type { Action } from './steps.ts'
import wizard from './wizard.module.css'

type Part = 'name' | 'email' | 'phone' | 'staffNumber'

interface CheckTableRowProps {
  row: CheckRow
  index: number
  issue: Issue | undefined
  dispatch: (action: Action) => void
  locked: boolean
}

const partOf: Record<Issue['code'], Part> = {
  emptyEmail: 'email',
  invalidEmail: 'email',
  duplicate: 'email',
  invalidName: 'name',
  invalidPhone: 'phone',
  invalidStaffNumber: 'staffNumber',
  invalidGroup: 'name',
}

export function CheckTableRow({ row, index, issue, dispatch, locked }: CheckTableRowProps) {
  const { t } = useTranslation()
  const wrong = issue && issue.code !== 'invalidGroup' ? partOf[issue.code] : undefined
  // A part is open for typing while it is wrong, and stays open once it was touched.
  const isOpen = (part: Part) =>
    !row.removed &&
    ((wrong === part && issue?.code !== 'duplicate') || (row.was !== null && row.was[part] !== row[part]))

  const cell = (part: Part) => (
    <td key={part} data-part={part}>
      {isOpen(part) ? (
        <OpenPart {...{ row, index, part, dispatch, locked }} issue={wrong === part ? issue : undefined} />
      ) : (
        <ClosedPart row={row} part={part} issue={wrong === part ? issue : undefined} />
      )}
      {part === 'name' && issue?.code === 'invalidGroup' ? (
        <p className="meta">{t('invite:issue.invalidGroup')}</p>
      ) : null}
    </td>
  )

  return (
    <tr data-removed={row.removed || undefined}>
      <td className={classes.line}>{row.line > 0 ? row.line : ''}</td>
      {cell('name')}
      {cell('email')}
      {cell('phone')}
      {cell('staffNumber')}
      <td className={classes.act}>
        {!row.removed && issue?.code === 'duplicate' ? (
          <Pill icon={<IconCopy aria-hidden />}>{t('invite:check.duplicate')}</Pill>
        ) : null}
        {row.removed || row.was ? (
          <IconButton
            size="sm"
            label={t('invite:check.undo', { line: row.line })}
            disabled={locked}
            onClick={() => dispatch({ type: 'undoRow', index })}
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

function ClosedPart({ row, part, issue }: { row: CheckRow; part: Part; issue: Issue | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <span className={classes.text} title={part === 'email' ? row.email : undefined}>
        {row[part]}
      </span>
      {issue?.code === 'duplicate' ? (
        <p className="meta">{t('invite:issue.duplicate', { line: issue.of })}</p>
      ) : null}
      {part === 'email' && row.removed ? (
        <p className={`meta ${classes.removed}`}>{t('invite:check.removed')}</p>
      ) : null}
    </>
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
        aria-invalid={wrong}
        aria-describedby={id}
        onChange={(event) => set(event.currentTarget.value)}
        // Enter in a cell mends the cell; it must not send the whole list.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div id={id}>
        {issue?.code === 'duplicate' ? (
          <p className="meta">{t('invite:issue.duplicate', { line: issue.of })}</p>
        ) : null}
        {wrong ? (
          <p className={`${wizard.error} ${classes.below}`}>
            <IconAlertCircle aria-hidden />
            <span>
              {t(`invite:issue.${issue.code}`)}
              {issue.code === 'invalidEmail' && issue.suggestion ? (
                <>
                  {' '}
                  <Suggestion address={issue.suggestion} onTake={set} disabled={locked} />
                </>
              ) : null}
            </span>
          </p>
        ) : null}
        {!issue ? (
          <p className={classes.mended}>
            <IconCircleCheck aria-hidden />
            {t('invite:check.mended')}
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
        className={classes.suggestion}
        disabled={disabled}
        onClick={() => onTake(address)}
      >
        {address}
      </button>
      {after}
    </>
  )
}
