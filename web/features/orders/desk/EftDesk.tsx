import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  approveTransfers,
  type BankLine,
  ignoreTransfer,
  type importStatement,
  listBankLines,
} from '#contract/eft.ts'
import { formatNumber } from '#contract/format.ts'
import { api } from '../../../app/api.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { filtersBy } from '../../../app/listQuery.ts'
import { useTableParams } from '../../../app/tableParams.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { SearchField } from '../../../ui/form/SearchField.tsx'
import { CardBody } from '../../../ui/layout/Card.tsx'
import { FilterBar } from '../../../ui/table/FilterBar.tsx'
import { Pager } from '../../../ui/table/Pager.tsx'
import { TableError } from '../../../ui/table/TableStates.tsx'
import { useOrderAction } from '../useOrders.ts'
import { DecideTransfer } from './DecideTransfer.tsx'
import classes from './desk.module.css'
import { ImportStatement } from './ImportStatement.tsx'
import { TransferLine } from './TransferLine.tsx'

/** Nothing about it is in doubt: it may be approved together with others. */
const isExact = (line: BankLine) =>
  line.state === 'open' && line.order !== null && line.difference === 0 && line.why !== 'not_pending'
const isSure = (line: BankLine) =>
  isExact(line) && line.fit === 'matched' && !line.otherAccount && !line.alike

/** A tick is for a transfer and the order it is shown with. */
const keyOf = ({ id, order }: BankLine) => `${id} ${order?.id}`

const pageSize = 25
const { state, fit } = listBankLines.query.shape

/** Bank statements, and the transfers of which nobody has decided yet. Nothing is approved before an admin says so. */
export function EftDesk() {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const params = useTableParams(['state', 'fit'])
  const shown = params.filters.state || 'open'
  const query = {
    ...filtersBy({ state, fit }, { ...params.filters, state: shown }),
    search: params.search,
    page: String(params.page),
    page_size: String(pageSize),
  }
  const list = useQuery({
    queryKey: ['orders', 'transfers', query],
    queryFn: ({ signal }) => api(listBankLines, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const rows = list.data?.results
  // Sure matches are ticked in advance. What somebody ticked or unticked stays so, however often the list is asked for.
  const [byHand, setByHand] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isTicked = (line: BankLine) => isExact(line) && (byHand.get(keyOf(line)) ?? isSure(line))
  const chosen = (rows ?? []).filter(isTicked)
  const [imported, setImported] = useState<z.infer<typeof importStatement.answer.json>>()
  const [deciding, setDeciding] = useState<BankLine>()
  const approving = useOrderAction((lines: readonly BankLine[]) =>
    api(approveTransfers, {
      body: {
        transfers: lines.flatMap(({ id, order }) => (order ? [{ lineId: id, orderId: order.id }] : [])),
      },
    }),
  )
  const ignoring = useOrderAction((lineId: string) => api(ignoreTransfer, { params: { lineId }, body: {} }))
  const failed = approving.error ?? ignoring.error
  const approve = () =>
    approving.mutate(chosen, {
      onSuccess: ({ approved, refused }) => {
        setImported(undefined)
        if (approved > 0)
          toast.success(t('orders:eft.approved', { count: approved, number: number(approved) }))
        if (refused.length > 0)
          toast.error(t('orders:eft.refused', { count: refused.length, number: number(refused.length) }))
      },
    })
  return (
    <CardBody className={classes.desk ?? ''}>
      <div className={classes.actions}>
        <ImportStatement onImported={setImported} />
        <Button
          variant="solid"
          loading={approving.isPending}
          disabled={chosen.length === 0}
          onClick={approve}
        >
          {chosen.length === 0
            ? t('orders:eft.approveNone')
            : t('orders:eft.approve', { count: chosen.length, number: number(chosen.length) })}
        </Button>
      </div>
      {failed ? (
        <Alert type="danger" duration={0}>
          {errorMessage(failed)}
        </Alert>
      ) : null}
      {imported ? (
        <Alert type="info" duration={0}>
          {t('orders:eft.imported', {
            matched: number(imported.matched),
            proposed: number(imported.proposed),
            ignored: number(imported.ignored),
            known: number(imported.alreadyKnown),
          })}
        </Alert>
      ) : null}
      <div className={classes.actions}>
        <SearchField value={params.search} onChange={params.setSearch} placeholder={t('orders:eft.search')} />
        <FilterBar
          filters={[
            {
              key: 'state',
              label: t('orders:eft.state'),
              kind: 'one',
              data: state
                .unwrap()
                .options.map((value) => ({ value, label: t(`orders:eft.states.${value}`) })),
              chosen: params.filters.state,
              onChange: (value: string) => params.setFilters({ state: value, fit: '' }),
            },
            ...(shown === 'open'
              ? [
                  {
                    key: 'fit',
                    label: t('orders:eft.match'),
                    kind: 'one' as const,
                    data: fit
                      .unwrap()
                      .options.map((value) => ({ value, label: t(`orders:eft.fits.${value}`) })),
                    chosen: params.filters.fit,
                    onChange: (value: string) => params.setFilters({ fit: value }),
                  },
                ]
              : []),
          ]}
          onClear={params.filtered ? () => params.setFilters({ state: '', fit: '' }) : undefined}
        />
      </div>
      {list.isError && rows === undefined ? (
        <TableError
          title={t('orders:eft.failed')}
          message={errorMessage(list.error)}
          requestId={list.error instanceof ApiError ? list.error.requestId : undefined}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {rows?.length === 0 ? (
        <p className="meta">{t(params.filtered ? 'orders:eft.noMatch' : 'orders:eft.none')}</p>
      ) : null}
      <ul className={classes.lines} aria-busy={list.isPending}>
        {rows?.map((line) => (
          <TransferLine
            key={line.id}
            line={line}
            ticked={isTicked(line)}
            onTick={isExact(line) ? (on) => setByHand(new Map(byHand).set(keyOf(line), on)) : undefined}
            onDecide={() => setDeciding(line)}
            onIgnore={() =>
              ignoring.mutate(line.id, { onSuccess: () => toast.success(t('orders:eft.setAside')) })
            }
            busy={ignoring.isPending && ignoring.variables === line.id}
          />
        ))}
      </ul>
      {list.data && list.data.count > pageSize ? (
        <Pager page={params.page} pageSize={pageSize} count={list.data.count} onPage={params.setPage} />
      ) : null}
      {deciding ? <DecideTransfer line={deciding} onClose={() => setDeciding(undefined)} /> : null}
    </CardBody>
  )
}
