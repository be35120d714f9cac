import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { LiveText } from '../../../ui/text/LiveText.tsx'
import classes from './board.module.css'
import { type Group, type Grouped, groups } from './rows.ts'
import { stateIcons } from './state.tsx'

export const groupIcons = {
  ...stateIcons,
  attention: IconAlertTriangle,
  between: IconArrowRight,
} satisfies Partial<Record<Group, unknown>>

/** Groups that get a figure only while someone is in them. */
const passing: readonly Group[] = ['paused', 'on_break', 'between']

/** The number of people in each group. */
export function Figures({ of, total }: { of: Grouped; total: number }) {
  const { t, i18n } = useTranslation()
  const figures = groups.filter((group) => !passing.includes(group) || of[group].length > 0)
  return (
    <dl className={`stack gap-8 ${classes.figures}`}>
      {figures.map((group) => {
        const Icon = groupIcons[group]
        return (
          <div
            className="row split gap-8 surface rounded-lg edged"
            key={group}
            data-group={of[group].length > 0 ? group : undefined}
          >
            <dt className="row gap-6 medium muted">
              <Icon size={18} stroke={2} aria-hidden />
              {t(`board:group.${group}`)}
            </dt>
            <dd className="text-24 bold num">
              <LiveText>{formatNumber(of[group].length, i18n.language)}</LiveText>
            </dd>
          </div>
        )
      })}
      <div className="row split gap-8 surface rounded-lg edged">
        <dt className="row gap-6 medium muted">{t('board:group.total')}</dt>
        <dd className="text-24 bold num">
          <LiveText>{formatNumber(total, i18n.language)}</LiveText>
        </dd>
      </div>
    </dl>
  )
}
