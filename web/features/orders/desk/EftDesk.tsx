import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approveTransfers, type BankLine, ignoreTransfer } from '#contract/eft.ts'
import { formatMoney, formatNumber } from '#contract/format.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { useAction } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Failure } from '../../../ui/feedback/Failure.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { SearchField } from '../../../ui/form/SearchField.tsx'
import { CardBody } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { DecideTransfer } from './DecideTransfer.tsx'
import classes from './desk.module.css'
import { type Imported, ImportStatement } from './ImportStatement.tsx'
import { ImportSummary } from './ImportSummary.tsx'
import { TransferFilters } from './TransferFilters.tsx'
import { TransferLine } from './TransferLine.tsx'
import { pageSize, useBankLineParams, useBankLines } from './useBankLines.ts'

/** Bank statements, and the transfers of which nobody has decided yet. Nothing is approved before an admin says so. */
export function EftDesk() {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const params = useBankLineParams()
  const list = useBankLines(params)
  const rows = list.data?.results
  const { isTicked, tickOf } = useTicks()
  const chosen = (rows ?? []).filter(isTicked)
  const [imported, setImported] = useState<Imported>()
  const [asking, setAsking] = useState(false)
  const [deciding, setDeciding] = useState<BankLine>()
  const approving = useAction(approveTransfers, {
    done: ({ approved }) =>
      approved > 0 ? t('orders:eft.approved', { count: approved, number: number(approved) }) : undefined,
    inline: true,
  })
  const ignoring = useAction(ignoreTransfer, { done: t('orders:eft.setAside'), inline: true })
  const transfers = chosen.flatMap(({ id, order }) => (order ? [{ lineId: id, orderId: order.id }] : []))
  const approve = () =>
    approving.mutate(
      { body: { transfers } },
      {
        onSuccess: ({ refused }) => {
          setImported(undefined)
          if (refused.length > 0)
            toast.error(t('orders:eft.refused', { count: refused.length, number: number(refused.length) }))
        },
        onSettled: () => setAsking(false),
      },
    )
  return (
    <CardBody className="stack gap-16">
      <div className="cluster gap-8">
        <ImportStatement onImported={setImported} />
        <Button
          variant="solid"
          loading={approving.isPending}
          disabled={chosen.length === 0}
          onClick={() => setAsking(true)}
        >
          {chosen.length === 0
            ? t('orders:eft.approveNone')
            : t('orders:eft.approve', { count: chosen.length, number: number(chosen.length) })}
        </Button>
      </div>
      <Failure of={approving.problem ? approving : ignoring} />
      {imported ? <ImportSummary imported={imported} /> : null}
      <div className="cluster gap-8">
        <SearchField value={params.search} onChange={params.setSearch} placeholder={t('orders:eft.search')} />
        <TransferFilters params={params} />
      </div>
      {list.isError && rows === undefined ? <LoadFailure of={list} title={t('orders:eft.failed')} /> : null}
      {rows?.length === 0 ? (
        <p className="meta">{t(params.filtered ? 'orders:eft.noMatch' : 'orders:eft.none')}</p>
      ) : null}
      <ul className="stack gap-12" aria-busy={list.isPending}>
        {rows?.map((line) => (
          <TransferLine
            key={line.id}
            line={line}
            ticked={isTicked(line)}
            onTick={tickOf(line)}
            onDecide={() => setDeciding(line)}
            onIgnore={() => ignoring.mutate({ params: { lineId: line.id }, body: {} })}
            busy={ignoring.isPending && ignoring.variables.params.lineId === line.id}
          />
        ))}
      </ul>
      {list.data && list.data.count > pageSize ? (
        <Pager page={params.page} pageSize={pageSize} count={list.data.count} onPage={params.setPage} />
      ) : null}
      <ConfirmDialog
        opened={asking}
        danger={false}
        title={t('orders:eft.approveTitle', { count: chosen.length, number: number(chosen.length) })}
        consequence={<Chosen lines={chosen} />}
        confirmLabel={t('orders:eft.approve', { count: chosen.length, number: number(chosen.length) })}
        busy={approving.isPending}
        disabled={chosen.length === 0}
        onClose={() => setAsking(false)}
        onConfirm={approve}
      />
      {deciding ? <DecideTransfer line={deciding} onClose={() => setDeciding(undefined)} /> : null}
    </CardBody>
  )
}

/** The chosen payments with client, order and amount, and their sum. */
function Chosen({ lines }: { lines: readonly BankLine[] }) {
  const { t, i18n } = useTranslation()
  const money = (kurus: number) => formatMoney(kurus, i18n.language)
  return (
    <>
      <p>{t('orders:eft.approveText')}</p>
      <ul className={`stack gap-8 ${classes.chosen}`}>
        {lines.map((line) => (
          <li className="flex split gap-16" key={line.id}>
            <span className="breakable" dir="auto">
              {[line.order?.client.name, line.order?.number, line.sender].filter(Boolean).join(' · ')}
            </span>
            <b className="nowrap">{money(line.amount)}</b>
          </li>
        ))}
      </ul>
      <p className="text-end">
        {t('orders:eft.sum')} <b>{money(lines.reduce((sum, { amount }) => sum + amount, 0))}</b>
      </p>
    </>
  )
}

/** Nothing about it is in doubt: it may be approved together with others. */
const isExact = (line: BankLine) =>
  line.state === 'open' && line.order !== null && line.difference === 0 && line.why !== 'not_pending'
const isSure = (line: BankLine) =>
  isExact(line) && line.fit === 'matched' && !line.otherAccount && !line.alike

/** A tick is for a transfer and the order it is shown with. */
const keyOf = ({ id, order }: BankLine) => `${id} ${order?.id}`

/** Which transfers are ticked: sure matches in advance. */
function useTicks() {
  // Ticks set by hand stay, however often the list is loaded again.
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  return {
    isTicked: (line: BankLine) => isExact(line) && (byHand.get(keyOf(line)) ?? isSure(line)),
    /** Undefined where a transfer has to be decided alone. */
    tickOf: (line: BankLine) =>
      isExact(line) ? (on: boolean) => setByHand(new Map(byHand).set(keyOf(line), on)) : undefined,
  }
}
