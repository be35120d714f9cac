import { IconArrowRight, IconClipboardList, IconFileSpreadsheet, IconUser } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Facts, StepFrame, Well } from '../../ui/StepFrame.tsx'
import { CsvFile } from './CsvFile.tsx'
import { type Draft, listOf } from './draft.ts'
import { GroupField } from './GroupField.tsx'
import { LastResult } from './LastResult.tsx'
import { OnePerson } from './OnePerson.tsx'
import { PasteList } from './PasteList.tsx'
import { issuesOf } from './parse/check.ts'
import { readPasted } from './parse/pasted.ts'
import { ReadColumns } from './ReadColumns.tsx'
import { usePeopleGroups } from './usePeopleGroups.ts'
import type { StepProps } from './Wizard.tsx'
import { whomError } from './whomError.ts'
import classes from './wizard.module.css'

const icons = { one: IconUser, paste: IconClipboardList, csv: IconFileSpreadsheet }
const methods = ['one', 'paste', 'csv'] as const

export function WhomStep({ client, draft, dispatch }: StepProps) {
  const { t, i18n } = useTranslation()
  const [asked, setAsked] = useState(false)
  const groups = usePeopleGroups(client.value)
  const list = useList(draft)
  const error = asked ? whomError(draft, list.rows, list.issues) : undefined
  const number = (value: number) => formatNumber(value, i18n.language)

  const goOn = () => {
    setAsked(true)
    const rows = listOf(draft)
    if (whomError(draft, rows, issuesOf(rows)) === undefined) dispatch({ type: 'go', to: 'what' })
    else document.querySelector<HTMLElement>('[data-whom] :is(textarea, input)')?.focus()
  }

  const fields = { draft, dispatch, error }
  return (
    <StepFrame
      title={t('invite:whom.title')}
      lead={t('invite:whom.lead')}
      onSubmit={goOn}
      back={
        <Button variant="plain" component={Link} to={paths.participants}>
          {t('invite:whom.leave')}
        </Button>
      }
      note={list.rows.length > 0 ? t('invite:whom.kept') : null}
      forward={
        <Button variant="solid" type="submit" iconEnd={<IconArrowRight className="flip" aria-hidden />}>
          {t('invite:whom.next')}
        </Button>
      }
      aside={
        <Well title={t('invite:read.title')}>
          <Facts
            facts={[
              { label: t('invite:read.rows'), value: number(list.rows.length) },
              { label: t('invite:read.valid'), value: number(list.valid) },
              {
                label: t('invite:read.faulty'),
                value: number(list.faulty),
                tone: list.faulty ? 'red' : undefined,
              },
              { label: t('invite:read.duplicate'), value: number(list.duplicate) },
            ]}
          />
          {list.rows.length > 0 && draft.method !== 'one' ? (
            <ReadColumns rows={list.rows} unused={list.unused} />
          ) : null}
          <p className="meta">{t('invite:read.help')}</p>
        </Well>
      }
    >
      {list.rows.length === 0 ? <LastResult clientId={client.value} dispatch={dispatch} /> : null}
      <Segmented
        label={t('invite:whom.method')}
        className={classes.start ?? ''}
        value={draft.method}
        onChange={(value) => {
          const method = methods.find((one) => one === value)
          setAsked(false)
          if (method) dispatch({ type: 'list', values: { method } })
        }}
        data={methods.map((method) => {
          const Icon = icons[method]
          return {
            value: method,
            label: (
              <>
                <Icon size={16} stroke={1.75} aria-hidden />
                {t(`invite:method.${method}`)}
              </>
            ),
          }
        })}
      />
      <div data-whom style={{ display: 'grid', gap: 20, minWidth: 0 }}>
        {draft.method === 'one' ? <OnePerson {...fields} asked={asked} /> : null}
        {draft.method === 'paste' ? (
          <PasteList {...fields} rows={list.rows} issues={list.issues} problem={list.problem} />
        ) : null}
        {draft.method === 'csv' ? <CsvFile {...fields} /> : null}
      </div>
      <div className={classes.pair}>
        <div className={classes.field}>
          <span className={classes.label}>{t('invite:whom.role')}</span>
          <Segmented
            label={t('invite:whom.role')}
            className={classes.start ?? ''}
            value={draft.role}
            onChange={(value) =>
              dispatch({ type: 'edit', values: { role: value === 'employee' ? 'employee' : 'candidate' } })
            }
            data={[
              { value: 'candidate', label: t('invite:whom.candidate') },
              { value: 'employee', label: t('invite:whom.employee') },
            ]}
          />
          <p className="meta">{t(`invite:whom.roleHelp.${draft.role}`)}</p>
        </div>
        <GroupField
          label={t('invite:whom.group')}
          help={t('invite:whom.groupHelp')}
          groups={groups}
          value={draft.group}
          onChange={(group) => dispatch({ type: 'edit', values: { group } })}
        />
      </div>
    </StepFrame>
  )
}

/** The list as read so far. Reading ten thousand lines must not hold up typing, so it may lag behind a little. */
function useList(draft: Draft) {
  const { method, one, file } = draft
  const pasted = useDeferredValue(draft.pasted)
  return useMemo(() => {
    const untouched = method === 'one' && one.name === '' && one.email === '' && one.phone === ''
    const rows = untouched ? [] : listOf({ method, one, pasted, file })
    const read = method === 'paste' ? readPasted(pasted) : undefined
    const issues = issuesOf(rows)
    const duplicate = issues.filter((issue) => issue?.code === 'duplicate').length
    const faulty = issues.filter((issue) => issue !== undefined).length - duplicate
    const problem = read && 'problem' in read && read.problem.code !== 'empty' ? read.problem : undefined
    const unused = (method === 'csv' ? file?.unused : read && 'rows' in read ? read.unused : undefined) ?? []
    return { rows, issues, duplicate, faulty, problem, unused, valid: rows.length - faulty - duplicate }
  }, [method, one, pasted, file])
}
