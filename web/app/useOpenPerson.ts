import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Whose panel is open stands in the address, so that it can be sent to a colleague and Back closes it. */
export function useOpenPerson() {
  const [params, setParams] = useSearchParams()
  const show = useCallback(
    (id: string) =>
      void setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (id) next.set('person', id)
          else next.delete('person')
          return next
        },
        { preventScrollReset: true },
      ),
    [setParams],
  )
  return { person: params.get('person') ?? '', open: show, close: () => show('') }
}
