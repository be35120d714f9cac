import { IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../../app/paths.ts'
import { useForm } from '../../../../app/useForm.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { GroupField } from '../../../../ui/form/GroupField.tsx'
import { Segmented } from '../../../../ui/form/Segmented.tsx'
import { StepFrame } from '../../../../ui/form/StepFrame.tsx'
import { usePeopleGroups } from '../../../memberships/usePeopleGroups.ts'
import { listOf } from '../draft/draft.ts'
import { LastResult } from '../result/LastResult.tsx'
import type { StepProps } from '../stepProps.ts'
import classes from '../wizard.module.css'
import { FileMethod } from './FileMethod.tsx'
import { ListDecisions } from './ListDecisions.tsx'
import { ListMethod } from './ListMethod.tsx'
import { OnePerson } from './OnePerson.tsx'
import { PasteList } from './PasteList.tsx'
import { issuesOf } from './parse/check.ts'
import { peopleError } from './peopleError.ts'
import { ReadFacts } from './ReadFacts.tsx'
import { useReadList } from './useReadList.ts'

export function PeopleStep({ client, draft, dispatch }: StepProps) {
  const { t } = useTranslation()
  const groups = usePeopleGroups(client.value)
  const list = useReadList(draft)
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
      aside={<ReadFacts list={list} method={draft.method} />}
    >
      {list.rows.length === 0 ? <LastResult clientId={client.value} dispatch={dispatch} /> : null}
      <ListMethod
        value={draft.method}
        onChange={(method) => {
          form.clear()
          dispatch({ type: 'list', values: { method } })
        }}
      />
      <div data-wrong-field={asked || undefined} style={{ display: 'grid', gap: 20, minWidth: 0 }}>
        {draft.method === 'one' ? <OnePerson {...fields} asked={asked} /> : null}
        {draft.method === 'paste' ? (
          <PasteList {...fields} rows={list.rows} issues={list.issues} problem={list.problem} />
        ) : null}
        {draft.method === 'csv' || draft.method === 'excel' ? (
          <FileMethod key={draft.method} {...fields} method={draft.method} />
        ) : null}
        <ListDecisions {...fields} faults={list.faults} broken={list.broken} />
      </div>
      <div className="stack two-columns gap-20">
        <div className="stack content-start min-0 gap-6">
          <span className="medium">{t('invite:people.role')}</span>
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
