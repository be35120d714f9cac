import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './orders.module.css'

const sections = [
  'parties',
  'subject',
  'price',
  'payment',
  'delivery',
  'withdrawal',
  'refund',
  'data',
  'disputes',
] as const

interface SalesTermsProps {
  version: string
  opened: boolean
  onClose: () => void
}

/** The terms of sale in force, as an order keeps their version. */
export function SalesTerms({ version, opened, onClose }: SalesTermsProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('orders:terms.title')}
      size={640}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close'), size: 44, iconSize: 22 }}
    >
      {/* A long text scrolls by keyboard, too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
      <div className={classes.terms} tabIndex={0} role="document">
        <p className="meta">{t('orders:terms.version', { version })}</p>
        {sections.map((section) => (
          <section key={section}>
            <h3>{t(`orders:terms.${section}.title`)}</h3>
            <p>{t(`orders:terms.${section}.text`)}</p>
          </section>
        ))}
      </div>
    </Modal>
  )
}
