import { useTranslation } from 'react-i18next'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Buttons } from './Buttons.tsx'
import { Fields } from './Fields.tsx'
import classes from './gallery.module.css'
import { Alerts, Overlays } from './Messages.tsx'
import { Cards, Tables } from './Tables.tsx'
import { Steps, Words } from './Words.tsx'

/** Every component in every look, for developers and for the pictures that tests compare. */
export default function GalleryPage() {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <PageHeader lead={t('gallery:lead')} />
      <Buttons />
      <Fields />
      <Alerts />
      <Overlays />
      <Steps />
      <Words />
      <Cards />
      <Tables />
      <Toasts />
    </div>
  )
}
