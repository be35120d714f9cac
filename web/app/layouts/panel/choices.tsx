import { useTranslation } from 'react-i18next'
import {
  colorLevels,
  controlSizes,
  directions,
  layoutTypes,
  modes,
  navModes,
  setLayout,
  setMode,
  setTheme,
  useThemeSettings,
} from '../../themeSettings.ts'
import { Choice } from './Choice.tsx'
import { LayoutDrawing } from './LayoutDrawing.tsx'

export function LevelChoice() {
  const { t } = useTranslation()
  const level = useThemeSettings((state) => state.primaryColorLevel)
  return (
    <Choice
      legend={t('shell:theme.level')}
      value={String(level)}
      onChange={(value) =>
        setTheme({ primaryColorLevel: colorLevels.find((one) => String(one) === value) ?? 600 })
      }
      options={colorLevels.map((one) => ({ value: String(one), label: t(`shell:theme.levels.${one}`) }))}
    />
  )
}

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

export function ModeChoice() {
  const { t } = useTranslation()
  return (
    <Choice
      legend={t('shell:theme.mode')}
      value={useThemeSettings((state) => state.mode)}
      onChange={setMode}
      options={modes.map((value) => ({ value, label: t(`shell:theme.modes.${value}`) }))}
    />
  )
}

export function DirectionChoice() {
  const { t } = useTranslation()
  return (
    <Choice
      legend={t('shell:theme.direction')}
      value={useThemeSettings((state) => state.direction)}
      onChange={(direction) => setTheme({ direction })}
      options={directions.map((value) => ({ value, label: t(`shell:theme.directions.${value}`) }))}
    />
  )
}

/** The modern layout has taken this choice. */
const useModern = () => useThemeSettings((state) => state.layout.type === 'modern')

export function NavModeChoice() {
  const { t } = useTranslation()
  const modern = useModern()
  return (
    <Choice
      legend={t('shell:theme.navMode')}
      value={useThemeSettings((state) => state.navMode)}
      onChange={(navMode) => setTheme({ navMode })}
      options={navModes.map((value) => ({ value, label: t(`shell:theme.navModes.${value}`) }))}
      disabled={modern}
      help={modern ? t('shell:theme.modernHelp') : undefined}
    />
  )
}

export function BorderChoice() {
  const { t } = useTranslation()
  const bordered = useThemeSettings((state) => state.cardBordered)
  return (
    <Choice
      legend={t('shell:theme.cardBordered')}
      value={bordered ? 'on' : 'off'}
      onChange={(value) => setTheme({ cardBordered: value === 'on' })}
      options={(['off', 'on'] as const).map((value) => ({ value, label: t(`shell:theme.borders.${value}`) }))}
      disabled={useModern()}
    />
  )
}

export function SizeChoice() {
  const { t } = useTranslation()
  return (
    <Choice
      legend={t('shell:theme.controlSize')}
      value={useThemeSettings((state) => state.controlSize)}
      onChange={(controlSize) => setTheme({ controlSize })}
      options={controlSizes.map((value) => ({ value, label: t(`shell:theme.controlSizes.${value}`) }))}
      help={t('shell:theme.touchHelp')}
    />
  )
}
