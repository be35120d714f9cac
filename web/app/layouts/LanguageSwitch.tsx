import { Menu } from '@mantine/core'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { setLanguage } from '../i18n.ts'
import { locales, useLocaleSettings } from '../localeSettings.ts'
import menu from './menu.module.css'
import classes from './tools.module.css'

// Each language is named in itself, so that whoever needs it can read it.
const names = { tr: 'Türkçe', en: 'English' } as const

export function LanguageSwitch() {
  const { t } = useTranslation()
  const current = useLocaleSettings((state) => state.currentLang)
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      classNames={{ dropdown: menu.dropdown ?? '', item: menu.item ?? '' }}
    >
      <Menu.Target>
        <button
          type="button"
          className={classes.tool}
          aria-label={t('common:language.label', { name: names[current] })}
        >
          <IconLanguage size={20} stroke={1.75} aria-hidden />
          {current.toUpperCase()}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {locales.map((locale) => (
          <Menu.Item
            key={locale}
            lang={locale}
            role="menuitemradio"
            aria-checked={locale === current}
            rightSection={locale === current ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => void setLanguage(locale)}
          >
            {names[locale]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
