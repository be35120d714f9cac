import { IconFileUpload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  approveTransfers,
  type BankLine,
  ignoreTransfer,
  importStatement,
  listBankLines,
} from '#contract/eft.ts'
import { formatDay, formatMoney, formatNumber } from '#contract/format.ts'
import { api } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { orderPath } from '../../app/paths.ts'
import { useTableParams } from '../../app/tableParams.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CardBody } from '../../ui/Card.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './orders.module.css'
import { useOrderAct } from './useOrders.ts'

/** An exact match may be approved with others; what differs is decided on the order's own page. */
const isExact = (line: BankLine) => line.order !== null && line.difference === 0 && line.why !== 'not_pending'

/** Bank statements, and the transfers of which nobody has decided yet. Nothing is approved before an admin says so. */
export function EftDesk() {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const params = useTableParams()
  const query = { state: 'open', page: String(params.page), page_size: '25' } as const
  const list = useQuery({
    queryKey: ['orders', 'transfers', query],
    queryFn: ({ signal }) => api(listBankLines, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const rows = list.data?.results
  useEffect(() => {
    // Exact matches are ticked in advance.
    if (rows)
      setTicked(new Set(rows.filter((line) => line.fit === 'matched' && isExact(line)).map(({ id }) => id)))
  }, [rows])
  const file = useRef<HTMLInputElement>(null)
  const importing = useOrderAct((statement: File) =>
    api(importStatement, {
      body: new Blob([statement], { type: /\.xml$/i.test(statement.name) ? 'application/xml' : 'text/csv' }),
    }),
  )
  const approving = useOrderAct((lines: readonly BankLine[]) =>
    api(approveTransfers, {
      body: {
        transfers: lines.flatMap(({ id, order }) => (order ? [{ lineId: id, orderId: order.id }] : [])),
      },
    }),
  )
  const ignoring = useOrderAct((lineId: string) => api(ignoreTransfer, { params: { lineId }, body: {} }))
  const chosen = (rows ?? []).filter(({ id }) => ticked.has(id))
  const failed = list.error ?? importing.error ?? approving.error ?? ignoring.error
  return (
    <CardBody className={classes.fields ?? ''}>
      <div className={classes.files}>
        <input
          ref={file}
          type="file"
          className="sr"
          tabIndex={-1}
          aria-hidden
          accept=".xml,.csv,application/xml,text/csv"
          onChange={(event) => {
            const statement = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (statement) importing.mutate(statement)
          }}
        />
        <Button
          icon={<IconFileUpload aria-hidden />}
          loading={importing.isPending}
          onClick={() => file.current?.click()}
        >
          {t('orders:eft.import')}
        </Button>
        <Button
          variant="solid"
          loading={approving.isPending}
          disabled={chosen.length === 0}
          onClick={() =>
            approving.mutate(chosen, {
              onSuccess: ({ approved, refused }) => {
                toast.success(t('orders:eft.approved', { count: approved, number: number(approved) }))
                if (refused.length > 0)
                  toast.error(
                    t('orders:eft.refused', { count: refused.length, number: number(refused.length) }),
                  )
              },
            })
          }
        >
          {t('orders:eft.approve', { count: chosen.length, number: number(chosen.length) })}
        </Button>
      </div>
      {failed ? (
        <Alert type="danger" duration={0}>
          {errorMessage(failed)}
        </Alert>
      ) : null}
      {importing.data ? (
        <Alert type="info" duration={0}>
          {t('orders:eft.imported', {
            matched: number(importing.data.matched),
            proposed: number(importing.data.proposed),
            ignored: number(importing.data.ignored),
            known: number(importing.data.alreadyKnown),
          })}
        </Alert>
      ) : null}
      {rows?.length === 0 ? <p className="meta">{t('orders:eft.none')}</p> : null}
      <ul className={classes.tests}>
        {rows?.map((line) => (
          <li key={line.id} className={classes.transferLine}>
            <input
              type="checkbox"
              aria-label={t('orders:eft.choose', { sender: line.sender })}
              checked={ticked.has(line.id)}
              disabled={!isExact(line)}
              onChange={(event) => {
                const next = new Set(ticked)
                if (event.currentTarget.checked) next.add(line.id)
                else next.delete(line.id)
                setTicked(next)
              }}
            />
            <div>
              <b dir="auto">{line.sender || '–'}</b>
              <span className="meta" dir="auto">
                {formatDay(line.bookedOn, i18n.language)} · {line.description}
              </span>
              <span className={line.fit === 'none' ? 'meta' : undefined}>
                {t(`orders:eft.fit.${line.fit}`)}
                {line.order ? (
                  <>
                    {' '}
                    <Link className="link" to={orderPath(line.order.id)}>
                      {line.order.number}
                    </Link>{' '}
                    {line.order.client.name}
                    {line.difference === 0
                      ? null
                      : ` · ${t('orders:eft.difference', { amount: formatMoney(line.difference ?? 0, i18n.language) })}`}
                  </>
                ) : null}
              </span>
            </div>
            <b className={classes.amount}>{formatMoney(line.amount, i18n.language)}</b>
            <Button
              size="sm"
              loading={ignoring.isPending && ignoring.variables === line.id}
              onClick={() => ignoring.mutate(line.id)}
            >
              {t('orders:eft.ignore')}
            </Button>
          </li>
        ))}
      </ul>
      {list.data && list.data.count > 25 ? (
        <Pager page={params.page} pageSize={25} count={list.data.count} onPage={params.setPage} />
      ) : null}
    </CardBody>
  )
}
