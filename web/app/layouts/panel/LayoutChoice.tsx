import { useTranslation } from 'react-i18next'
import { layoutTypes, setLayout, useThemeSettings } from '../../themeSettings.ts'
import { Choice } from './Choice.tsx'
import { LayoutDrawing } from './LayoutDrawing.tsx'

export function LayoutChoice() {
  const { t } = useTranslation()
  const chosen = useThemeSettings((state) => state.layout.type)
  return (
    <Choice
      look="cards"
      legend={t('shell:theme.layout')}
      value={chosen}
      onChange={setLayout}
      options={layoutTypes.map((value) => ({
        value,
        label: t(`shell:theme.layouts.${value}`),
        drawing: <LayoutDrawing type={value} />,
      }))}
      help={chosen === 'blank' ? t('shell:theme.blankHelp') : undefined}
    />
  )
}
