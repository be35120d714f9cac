import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Collected,
  joined,
  readParts,
  readRescue,
  toBase64url,
  withParts,
} from '#contract/rescueParts.ts'
import { importRescue } from '#contract/rescues.ts'
import { api } from '../../../app/api.ts'

/** What was read of a device's answers, from any of the ways, and its import. */
export function useRescue() {
  const queries = useQueryClient()
  const [collected, setCollected] = useState<Collected>()
  const bytes = collected && joined(collected)
  const rescue = bytes && readRescue(bytes)
  const importing = useMutation({
    mutationFn: (sent: { testId: string; rescue: string }) =>
      api(importRescue, { params: { testId: sent.testId }, body: { rescue: sent.rescue } }),
    onSuccess: ({ assignment: { client } }) => queries.invalidateQueries({ queryKey: ['client', client.id] }),
  })
  return {
    collected,
    complete: rescue !== undefined,
    /** @returns whether there was anything in the text */
    read: (text: string): boolean => {
      const parts = readParts(text)
      if (parts.length === 0) return false
      if (importing.data !== undefined) importing.reset()
      setCollected((before) => withParts(before, parts))
      return true
    },
    send: () => {
      if (bytes && rescue) importing.mutate({ testId: rescue.testId, rescue: toBase64url(bytes) })
    },
    importing,
  }
}
