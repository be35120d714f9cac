import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The open panel's person is in the address, so that it can be sent to a colleague and Back closes it. */
function useOpenPanel(name: string) {
  const [params, setParams] = useSearchParams()
  const show = useCallback(
    (id: string) =>
      void setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (id) next.set(name, id)
          else next.delete(name)
          return next
        },
        { preventScrollReset: true },
      ),
    [name, setParams],
  )
  return [params.get(name) ?? '', show] as const
}

export function useOpenPerson() {
  const [person, open] = useOpenPanel('person')
  return { person, open, close: () => open('') }
}

/** A movement of the ledger, by the entry that opens it. */
export function useOpenMovement() {
  const [movement, open] = useOpenPanel('movement')
  return { movement, open, close: () => open('') }
}

/** An entry of the record, with the client that it belongs to. */
export function useOpenEntry() {
  const [entry, open] = useOpenPanel('entry')
  const [clientId = '', entryId = ''] = entry.split('.')
  return { clientId, entryId, close: () => open('') }
}

/** The address parameter that useOpenEntry() reads. */
export const entryInAddress = (clientId: string, entryId: string) => ({ entry: `${clientId}.${entryId}` })

export function useOpenWebhook() {
  const [webhook, open] = useOpenPanel('webhook')
  return { webhook, open, close: () => open('') }
}
