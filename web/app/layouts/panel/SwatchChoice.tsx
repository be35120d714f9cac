import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setTheme, themeColors, useThemeSettings } from '../../themeSettings.ts'
import { Choice } from './Choice.tsx'
import classes from './SwatchChoice.module.css'

/** The attribute brings each colour's own ramp, as it does on the document. */
export function SwatchChoice() {
  const { t } = useTranslation()
  const chosen = useThemeSettings((state) => state.themeColor)
  return (
    <Choice
      look="swatches"
      legend={`${t('shell:theme.color')}: ${t(`shell:theme.colors.${chosen}`)}`}
      value={chosen}
      onChange={(themeColor) => setTheme({ themeColor })}
      options={themeColors.map((value) => ({
        value,
        label: t(`shell:theme.colors.${value}`),
        drawing: (
          <span className={`stack centered circle ${classes.swatch}`} data-theme-color={value}>
            {value === chosen ? <IconCheck size={16} stroke={2.5} aria-hidden /> : null}
          </span>
        ),
      }))}
    />
  )
}
