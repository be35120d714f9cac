import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LayoutType, layoutTypes, setLayout, useThemeSettings } from '../../themeSettings.ts'
import { loadLayout } from '../parts.ts'
import { Choice } from './Choice.tsx'
import { LayoutDrawing } from './LayoutDrawing.tsx'

export function LayoutChoice() {
  const { t } = useTranslation()
  const chosen = useThemeSettings((state) => state.layout.type)
  const [failed, setFailed] = useState(false)

  // The code first: a layout that cannot be fetched is not chosen.
  const choose = (type: LayoutType) => {
    setFailed(false)
    loadLayout(type).then(
      () => setLayout(type),
      () => setFailed(true),
    )
  }
  const help = chosen === 'blank' ? t('shell:theme.blankHelp') : undefined

  return (
    <Choice
      look="cards"
      legend={t('shell:theme.layout')}
      value={chosen}
      onChange={choose}
      options={layoutTypes.map((value) => ({
        value,
        label: t(`shell:theme.layouts.${value}`),
        drawing: <LayoutDrawing type={value} />,
      }))}
      help={failed ? t('common:error.network') : help}
    />
  )
}
