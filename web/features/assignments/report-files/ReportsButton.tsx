import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type NamedPurpose, namedPurpose } from '#contract/assignments.ts'
import { formatNumber } from '#contract/format.ts'
import {
  makeReports,
  maxPdfReports,
  maxZipReports,
  type ReportFileKind,
  reportFileKind,
} from '#contract/report-files.ts'
import { paths } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { useForm } from '../../../app/useForm.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PanelForm } from '../../../ui/form/PanelForm.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import type { Which } from '../actions/useAssignmentActions.ts'

interface ReportsButtonProps {
  clientId: string
  /** Chosen tests with a report that may be in a file, or everything that a filter finds. */
  which: Which
}

/** Has the reports of many tests made as one file. */
export function ReportsButton({ clientId, which }: ReportsButtonProps) {
  const { t } = useTranslation('report-files')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button size="sm" icon={<IconFileTypePdf aria-hidden />} onClick={() => setOpened(true)}>
        {t('report-files:action')}
      </Button>
      <SidePanel opened={opened} title={t('report-files:dialog.title')} onClose={close} held>
        <ReportsForm clientId={clientId} which={which} onClose={close} />
      </SidePanel>
    </>
  )
}

const most = { zip: maxZipReports, pdf: maxPdfReports }

interface Fields {
  as: ReportFileKind
  purpose: NamedPurpose | null
}

function ReportsForm({ clientId, which, onClose }: ReportsButtonProps & { onClose: () => void }) {
  const { t, i18n } = useTranslation('report-files')
  const navigate = useNavigate()
  const making = useAction(makeReports, { done: t('report-files:started'), inline: true })
  const form = useForm<Fields>({
    start: { as: 'zip', purpose: null },
    check: ({ purpose }) => ({
      purpose: purpose === null ? t('report-files:dialog.purposeMissing') : undefined,
    }),
    sending: making,
    send: ({ as, purpose }) =>
      purpose !== null &&
      making.mutate(
        { params: { clientId }, body: { ...which, as, purpose } },
        { onSuccess: () => void navigate(paths.reportFiles) },
      ),
  })
  const { values, set } = form
  return (
    <PanelForm form={form} submit={t('report-files:dialog.submit')} onCancel={onClose}>
      <p className="meta">{t('report-files:dialog.text')}</p>
      <SelectField
        label={t('report-files:dialog.as')}
        help={t(`report-files:dialog.${values.as}Help`, {
          number: formatNumber(most[values.as], i18n.language),
        })}
        data={reportFileKind.options.map((value) => ({ value, label: t(`report-files:dialog.${value}`) }))}
        {...form.control('as')}
        onChange={(value) => set('as', reportFileKind.safeParse(value).data ?? values.as)}
      />
      <SelectField
        label={t('report-files:dialog.purpose')}
        required
        data={namedPurpose.options.map((value) => ({ value, label: t(`assignments:purpose.${value}`) }))}
        {...form.control('purpose')}
        onChange={(value) => set('purpose', namedPurpose.safeParse(value).data ?? null)}
      />
    </PanelForm>
  )
}
