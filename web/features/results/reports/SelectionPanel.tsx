import { IconFileTypePdf } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Report } from '#contract/reports.ts'
import { choicesOf } from '#report/selection.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { CheckboxField } from '../../../ui/form/CheckboxField.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import classes from './panel.module.css'
import type { useCopy } from './useCopy.tsx'
import type { SelectionState } from './useSelection.ts'

interface SwitchProps {
  label: string
  help: string
  checked: boolean
  onChange: (on: boolean) => void
}

function Switch({ label, help, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label className={`row split gap-12 pointer ${classes.option}`}>
      <span>
        {label}
        <span className="block text-13 regular faint num" id={id}>
          {help}
        </span>
      </span>
      <input
        className="rigid relative pointer"
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={checked}
        aria-describedby={id}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

interface PanelProps {
  report: Report
  state: SelectionState
  onPdf: () => void
  making: boolean
  remembered: ReturnType<typeof useCopy>['remembered']
}

/** The choice of the report's content: details, numbers, and which scores; and the PDF of just that. */
export function SelectionPanel({ report, state, onPdf, making, remembered }: PanelProps) {
  const { t } = useTranslation('report')
  const { totals, categories } = choicesOf(report)
  const { selection, keys, shown, isChosen, choose } = state
  return (
    <Card className={`no-print ${classes.panel ?? ''}`} aria-label={t('report:panel.label')}>
      <div className={classes.part}>
        <h2>{t('report:panel.show')}</h2>
        <Switch
          label={t('report:panel.details')}
          help={t(report.reader === 'manager' ? 'report:panel.detailsHelp' : 'report:panel.detailsHelpOwn')}
          checked={selection.details}
          onChange={state.setDetails}
        />
        <Switch
          label={t('report:panel.percentages')}
          help={t('report:panel.percentagesHelp')}
          checked={selection.percentages}
          onChange={state.setPercentages}
        />
      </div>
      <div className={classes.part}>
        <h2>
          {t('report:panel.scores')}
          <span className="block text-13 regular faint num">
            {t('report:panel.selected', { shown, total: keys.length })}
          </span>
        </h2>
        <ul className={`above-4 ${classes.tree}`}>
          {totals.map(({ key, name }) => (
            <li key={key}>
              <CheckboxField
                label={name ?? t(`report:total.${key}`)}
                checked={isChosen(key)}
                onChange={(event) => choose([key], event.currentTarget.checked)}
              />
            </li>
          ))}
          {categories.map((category) => {
            const own = category.scales.map((scale) => scale.key)
            const on = own.filter(isChosen).length
            return (
              <li key={category.key}>
                {category.name === '' ? null : (
                  <CheckboxField
                    label={category.name}
                    checked={on === own.length}
                    indeterminate={on > 0 && on < own.length}
                    onChange={() => choose(own, on < own.length)}
                  />
                )}
                <ul data-inside={category.name !== '' || undefined}>
                  {category.scales.map((scale) => (
                    <li key={scale.key}>
                      <CheckboxField
                        label={scale.name}
                        checked={isChosen(scale.key)}
                        onChange={(event) => choose([scale.key], event.currentTarget.checked)}
                      />
                    </li>
                  ))}
                </ul>
              </li>
            )
          })}
        </ul>
      </div>
      <div className={`stack gap-10 surface edged-top ${classes.foot}`}>
        <p className="block text-13 regular faint num">{t('report:panel.same')}</p>
        <Button
          block
          size="sm"
          icon={<IconFileTypePdf aria-hidden />}
          loading={making}
          disabled={shown === 0}
          onClick={onPdf}
        >
          {t('report:actions.pdf')}
        </Button>
        {remembered === undefined ? null : (
          <p className="row wraps gap-8 text-13 faint">
            {t('report:panel.purpose', { purpose: t(`assignments:purpose.${remembered.purpose}`) })}
            <Button size="xs" variant="plain" onClick={remembered.change}>
              {t('report:panel.changePurpose')}
            </Button>
          </p>
        )}
      </div>
    </Card>
  )
}
