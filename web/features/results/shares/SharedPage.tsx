import { useState } from 'react'
import { useParams } from 'react-router'
import type { SharedReports as Shared } from '#contract/shares.ts'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import { PinForm } from './PinForm.tsx'
import { SharedReports } from './SharedReports.tsx'

/** Shared reports for somebody without an account: first the PIN, then the reports, which a reload takes away again. */
export default function SharedPage() {
  const { token = '' } = useParams()
  const [shared, setShared] = useState<Shared>()
  return (
    <>
      <DocumentTitle />
      {shared === undefined ? <PinForm token={token} onOpen={setShared} /> : <SharedReports of={shared} />}
    </>
  )
}
