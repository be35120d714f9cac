import { errorMessage } from '../../app/apiError.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'

/** Says above a form that it was not saved, and why; a new try is a new alert. */
export function SaveError({ title, error, at }: { title: string; error: unknown; at: number }) {
  if (!error) return null
  return (
    <Alert key={at} type="danger" duration={0} title={title}>
      {errorMessage(error)}
    </Alert>
  )
}
