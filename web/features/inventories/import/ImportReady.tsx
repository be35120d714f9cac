import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { homeZone } from '#contract/clock.ts'
import { type ImportPlan, importDefinition } from '#contract/definitions.ts'
import { formatDateTime, formatNumber } from '#contract/format.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { versionPath } from '../../../app/paths.ts'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import classes from '../inventories.module.css'
import type { Document } from '../useCatalogue.ts'
import { Warnings } from '../Warnings.tsx'

interface ImportReadyProps {
  document: Document
  draft: NonNullable<ImportPlan['draft']>
  /** Somebody else has imported or published meanwhile: what importing would make has to be asked again. */
  onOvertaken: () => void
}

const overtaken = ['draft_exists', 'draft_changed', 'version_published']

/** A document without faults: what it would become, and the press that makes it so. */
export function ImportReady({ document, draft, onOvertaken }: ImportReadyProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const bringing = useAction(importDefinition, {
    done: (made) => t('inventories:import.done', { name: made.name, number: made.version }),
    failed: t('inventories:import.failed'),
    inline: true,
  })
  const [asking, setAsking] = useState(false)
  const number = (value: number) => formatNumber(value, i18n.language)
  const { code, name, version, itemCount, minutes, outcome, replaces, renumberedFrom } = draft

  const bring = (over?: string) =>
    bringing.mutate(
      { body: { definition: document, ...(over !== undefined && { replaces: over }) } },
      {
        onSuccess: (made) => void navigate(versionPath(made.code, made.version)),
        onError: (error) => {
          if (!(error instanceof ApiError) || !overtaken.includes(error.code)) return
          toast.error(`${t('inventories:import.failed')}: ${errorMessage(error)}`)
          onOvertaken()
        },
        onSettled: () => setAsking(false),
      },
    )

  return (
    <Card>
      <CardHeader title={t('inventories:import.ready')} />
      <CardBody className="stack gap-12">
        <p dir="auto">
          <b>{name}</b> ·{' '}
          {[
            code,
            t('inventories:items', { count: itemCount, number: number(itemCount) }),
            t('inventories:minutes', { count: minutes, number: number(minutes) }),
          ].join(' · ')}
        </p>
        {outcome === 'known' ? (
          <p>
            {t('inventories:import.known', { number: version })}{' '}
            <Link className="link" to={versionPath(code, version)}>
              {t('inventories:import.see')}
            </Link>
          </p>
        ) : (
          <p>{t('inventories:import.becomes', { number: version })}</p>
        )}
        {renumberedFrom === null ? null : (
          <p className="meta">
            {t('inventories:import.renumbered', { from: renumberedFrom, number: version })}
          </p>
        )}
        <Warnings warnings={draft.warnings} />
        <Failure of={bringing} />
        {outcome === 'known' ? null : (
          <div className={`cluster justify-end gap-8 ${classes.actions}`}>
            <Button
              variant="solid"
              icon={<IconFileText aria-hidden />}
              loading={bringing.isPending}
              onClick={() => (outcome === 'replaces' ? setAsking(true) : bring())}
            >
              {t('inventories:import.action')}
            </Button>
          </div>
        )}
        <ConfirmDialog
          opened={asking}
          title={t('inventories:import.replaceTitle', { name, number: version })}
          consequence={
            replaces
              ? t(
                  replaces.by === null
                    ? 'inventories:import.replaceText'
                    : 'inventories:import.replaceTextBy',
                  {
                    at: formatDateTime(replaces.at, i18n.language, homeZone),
                    name: replaces.by ?? '',
                  },
                )
              : ''
          }
          confirmLabel={t('inventories:import.replace')}
          busy={bringing.isPending}
          onConfirm={() => bring(replaces?.hash)}
          onClose={() => setAsking(false)}
        />
      </CardBody>
    </Card>
  )
}
