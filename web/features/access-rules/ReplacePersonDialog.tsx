import { useQuery } from '@tanstack/react-query'
import { listAssignments } from '#contract/assignments.ts'
import { api } from '../../app/api.ts'
import { ReplaceDialog } from './ReplaceDialog.tsx'

interface ReplacePersonDialogProps {
  clientId: string
  userId: string
  name: string
  onClose: () => void
}

/** Gives everything that a person has not started to another one. */
export function ReplacePersonDialog({ clientId, userId, name, onClose }: ReplacePersonDialogProps) {
  const query = { user: userId, status: 'not_started', page_size: '100' } as const
  const { data } = useQuery({
    queryKey: ['client', clientId, 'assignments', 'of', query],
    queryFn: ({ signal }) => api(listAssignments, { params: { clientId }, query, signal }),
    staleTime: 0,
  })
  if (data === undefined) return null
  return <ReplaceDialog clientId={clientId} name={name} assignments={data.results} onClose={onClose} />
}
