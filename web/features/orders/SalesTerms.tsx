import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PriceList } from '#contract/price-list.ts'
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
  seller: PriceList['seller']
  opened: boolean
  onClose: () => void
}

/** The terms of sale of one version. The texts of versions that orders were placed under stay. */
export function SalesTerms({ version, seller, opened, onClose }: SalesTermsProps) {
  const { t } = useTranslation()
  const text = (key: string) => t(`orders:terms.versions.${version}.${key}`)
  const named = seller && [
    seller.title,
    `${seller.address}, ${[seller.district, seller.city].filter(Boolean).join(' / ')}`,
    t('orders:terms.taxOf', { office: seller.taxOffice, number: seller.taxNumber }),
    seller.registry && `MERSİS ${seller.registry}`,
    seller.email,
    seller.phone,
  ]
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
      <div className={`stack gap-12 ${classes.terms}`} tabIndex={0} role="document">
        <p className="meta">{t('orders:terms.version', { version })}</p>
        {sections.map((section) => (
          <section key={section}>
            <h3>{text(`${section}.title`)}</h3>
            {section === 'parties' && named ? <p dir="auto">{named.filter(Boolean).join(' · ')}</p> : null}
            <p>{text(`${section}.text`)}</p>
          </section>
        ))}
      </div>
    </Modal>
  )
}
