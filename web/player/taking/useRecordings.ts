import { useEffect, useState } from 'react'
import type { Step } from '../attempt/steps.ts'
import { keepRecordings } from '../device/recordings.ts'

type Section = Exclude<Step, { kind: 'review' }>['section']

/** Delay before a section's recordings are fetched: what the person needs now loads first. */
const quietMs = 2_000

const filesOf = ({ audio = [], practice = [], items }: Section): string[] => {
  const feedback = practice.flatMap(({ feedbackAudio: said }) => (said ? [said.right, said.wrong] : []))
  const asked = [...practice, ...items].flatMap((item) => item.audio ?? [])
  return [...new Set([...audio, ...feedback, ...asked].map(({ file }) => file))]
}

/** Fetches the recordings of the section that is being taken, but nothing before the first item of the test is there. */
export function useRecordings(step: Step, allowed: boolean): void {
  const [begun, setBegun] = useState(false)
  const section = step.kind === 'review' ? undefined : step.section
  useEffect(() => {
    if (step.kind === 'item') setBegun(true)
  }, [step.kind])
  useEffect(() => {
    const files = section && filesOf(section)
    if (!begun || !allowed || !files?.length) return
    const leaving = new AbortController()
    const timer = setTimeout(() => void keepRecordings(files, leaving.signal), quietMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [begun, allowed, section])
}
