import { formatDateTime } from '#contract/format.ts'

/** A moment in a zone; pointing at it gives it in UTC, as records elsewhere have it. */
export function Moment({ iso, locale, timeZone }: { iso: string; locale: string; timeZone: string }) {
  const utc = `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return (
    <time dateTime={iso} title={utc}>
      {formatDateTime(iso, locale, timeZone)}
    </time>
  )
}
