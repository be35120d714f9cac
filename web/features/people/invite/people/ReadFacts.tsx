import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { Facts, Well } from '../../../../ui/form/StepFrame.tsx'
import type { Draft } from '../draft/draft.ts'
import { ReadColumns } from './ReadColumns.tsx'
import type { ReadList } from './useReadList.ts'

/** The facts found in the list, beside the step. */
export function ReadFacts({ list, method }: { list: ReadList; method: Draft['method'] }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
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
      {list.rows.length > 0 && method !== 'one' ? (
        <ReadColumns rows={list.rows} unused={list.unused} />
      ) : null}
      <p className="meta">{t('invite:read.help')}</p>
    </Well>
  )
}
