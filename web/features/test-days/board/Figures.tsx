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

/** How many people there are of each group. */
export function Figures({ of, total }: { of: Grouped; total: number }) {
  const { t, i18n } = useTranslation()
  const figures = groups.filter((group) => !passing.includes(group) || of[group].length > 0)
  return (
    <dl className={classes.figures}>
      {figures.map((group) => {
        const Icon = groupIcons[group]
        return (
          <div key={group} data-group={of[group].length > 0 ? group : undefined}>
            <dt>
              <Icon size={18} stroke={2} aria-hidden />
              {t(`board:group.${group}`)}
            </dt>
            <dd>
              <LiveText>{formatNumber(of[group].length, i18n.language)}</LiveText>
            </dd>
          </div>
        )
      })}
      <div>
        <dt>{t('board:group.total')}</dt>
        <dd>
          <LiveText>{formatNumber(total, i18n.language)}</LiveText>
        </dd>
      </div>
    </dl>
  )
}
