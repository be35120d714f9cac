import type { ReportView } from '#report/view.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'

/** Shows the notices that come before a report, if there are any. */
export function Notices({ of: { notices } }: { of: ReportView }) {
  if (notices.length === 0) return null
  return (
    <Alert type="warning" duration={0}>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Alert>
  )
}
