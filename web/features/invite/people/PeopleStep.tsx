import { IconArrowRight, IconClipboardList, IconFileSpreadsheet, IconUser } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { paths } from '../../../app/paths.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { GroupField } from '../../../ui/form/GroupField.tsx'
import { Segmented } from '../../../ui/form/Segmented.tsx'
import { Facts, StepFrame, Well } from '../../../ui/form/StepFrame.tsx'
import { usePeopleGroups } from '../../people/usePeopleGroups.ts'
import { type Draft, listOf } from '../draft/draft.ts'
import { LastResult } from '../result/LastResult.tsx'
import type { StepProps } from '../stepProps.ts'
import classes from '../wizard.module.css'
import { CsvFile } from './CsvFile.tsx'
import { OnePerson } from './OnePerson.tsx'
import { PasteList } from './PasteList.tsx'
import { issuesOf } from './parse/check.ts'
import { readPasted } from './parse/pasted.ts'
import { peopleError } from './peopleError.ts'
import { ReadColumns } from './ReadColumns.tsx'

const icons = { one: IconUser, paste: IconClipboardList, csv: IconFileSpreadsheet }
const methods = ['one', 'paste', 'csv'] as const

export function PeopleStep({ client, draft, dispatch }: StepProps) {
  const { t, i18n } = useTranslation()
  const groups = usePeopleGroups(client.value)
  const list = useList(draft)
  const form = useForm({
    start: { list: draft },
    // The list that is shown may be behind what was typed, so that the newest one is read before going on.
    send: () => {
      const rows = listOf(draft)
      if (peopleError(draft, rows, issuesOf(rows)) === undefined) dispatch({ type: 'go', to: 'what' })
      else form.focusFirstError()
    },
  })
  const asked = form.isAsked('list')
  const error = asked ? peopleError(draft, list.rows, list.issues) : undefined
  const number = (value: number) => formatNumber(value, i18n.language)

  const fields = { draft, dispatch, error }
  return (
    <StepFrame
      title={t('invite:people.title')}
      lead={t('invite:people.lead')}
      form={form}
      back={
        <Button variant="plain" component={Link} to={paths.participants}>
          {t('invite:people.leave')}
        </Button>
      }
      note={list.rows.length > 0 ? t('invite:people.kept') : null}
      forward={
        <Button variant="solid" type="submit" iconEnd={<IconArrowRight className="flip" aria-hidden />}>
          {t('invite:people.next')}
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
        label={t('invite:people.method')}
        className={classes.start ?? ''}
        value={draft.method}
        onChange={(value) => {
          const method = methods.find((one) => one === value)
          form.clear()
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
      <div data-wrong-field={asked || undefined} style={{ display: 'grid', gap: 20, minWidth: 0 }}>
        {draft.method === 'one' ? <OnePerson {...fields} asked={asked} /> : null}
        {draft.method === 'paste' ? (
          <PasteList {...fields} rows={list.rows} issues={list.issues} problem={list.problem} />
        ) : null}
        {draft.method === 'csv' ? <CsvFile {...fields} /> : null}
      </div>
      <div className={classes.pair}>
        <div className={classes.field}>
          <span className={classes.label}>{t('invite:people.role')}</span>
          <Segmented
            label={t('invite:people.role')}
            className={classes.start ?? ''}
            value={draft.role}
            onChange={(value) =>
              dispatch({ type: 'edit', values: { role: value === 'employee' ? 'employee' : 'candidate' } })
            }
            data={[
              { value: 'candidate', label: t('invite:people.candidate') },
              { value: 'employee', label: t('invite:people.employee') },
            ]}
          />
          <p className="meta">{t(`invite:people.roleHelp.${draft.role}`)}</p>
        </div>
        <GroupField
          label={t('invite:people.group')}
          help={t('invite:people.groupHelp')}
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
