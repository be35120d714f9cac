import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './OfflineLine.module.css'

/** Says that the line is gone while it is. The live region is always there: one that comes with its words is not read. */
export function OfflineLine() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  return (
    <div role="status" className={classes.line} data-shown={!online || undefined}>
      {online ? null : (
        <>
          <IconWifiOff className="rigid" size={18} stroke={1.75} aria-hidden />
          {t('shell:offline')}
        </>
      )}
    </div>
  )
}
