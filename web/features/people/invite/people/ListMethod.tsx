import { IconClipboardList, IconFileSpreadsheet, IconFileText, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../../ui/form/Segmented.tsx'
import type { Draft } from '../draft/draft.ts'
import classes from '../wizard.module.css'

type Method = Draft['method']

interface ListMethodProps {
  value: Method
  onChange: (method: Method) => void
}

const icons = { one: IconUser, paste: IconClipboardList, csv: IconFileText, excel: IconFileSpreadsheet }
const methods = ['one', 'paste', 'csv', 'excel'] as const

/** The choice of how people are entered: one by one, pasted or as a file. */
export function ListMethod({ value, onChange }: ListMethodProps) {
  const { t } = useTranslation()
  return (
    <Segmented
      label={t('invite:people.method')}
      className={classes.start ?? ''}
      value={value}
      onChange={(chosen) => {
        const method = methods.find((one) => one === chosen)
        if (method) onChange(method)
      }}
      data={methods.map((method) => {
        const Icon = icons[method]
        return {
          value: method,
          label: (
            <>
              <Icon size={16} stroke={1.75} aria-hidden />
              {t(`invite:method.${method}`)}
            </>
          ),
        }
      })}
    />
  )
}
