import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../../app/api.ts'
import { csvBlob } from './parse/serialise.ts'

/** A small list to fill in, in the form that Excel opens with a double click. */
export function SampleLink() {
  const { t } = useTranslation()
  const download = () => {
    const heading = [
      t('invite:column.name'),
      t('invite:column.email'),
      t('invite:column.phone'),
      t('invite:column.staffNumber'),
      t('invite:column.group'),
    ]
    const rows = [
      ['Ayşe Nur Demirtaş', 'ayse.demirtas@ornek.test', '0532 604 18 27', '', '1. Vardiya'],
      ['Şükrü İğneci', 'sukru.igneci@ornek.test', '', '', '2. Vardiya'],
      ['Gülşah Küçük', '', '0532 604 18 28', '10482', '2. Vardiya'],
    ]
    saveFile({ blob: csvBlob([heading, ...rows]), name: t('invite:sample.file') })
  }
  return (
    <button type="button" className="plain-button medium no-padding link" onClick={download}>
      {t('invite:sample.download')}
    </button>
  )
}
