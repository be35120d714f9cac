import { useDeferredValue, useMemo } from 'react'
import { type Draft, fileOf, listOf } from '../draft/draft.ts'
import { issuesOf } from './parse/check.ts'
import { readPasted } from './parse/pasted.ts'

/** The list as read so far. Reading ten thousand lines must not hold up typing, so it may lag behind a little. */
export function useReadList(draft: Draft) {
  const { method, one, file } = draft
  const pasted = useDeferredValue(draft.pasted)
  return useMemo(() => {
    const untouched = method === 'one' && one.name === '' && one.email === '' && one.phone === ''
    const rows = untouched ? [] : listOf({ method, one, pasted, file })
    const read = method === 'paste' ? readPasted(pasted) : undefined
    const issues = issuesOf(rows)
    const duplicate = issues.filter((issue) => issue?.code === 'duplicate').length
    const faulty = issues.filter((issue) => issue !== undefined).length - duplicate
    const problem = read && 'problem' in read && read.problem.code !== 'empty' ? read.problem : undefined
    const found = read && 'rows' in read ? read : fileOf({ method, file })
    const { unused = [], faults = [], broken = null } = found ?? {}
    return {
      rows,
      issues,
      duplicate,
      faulty,
      problem,
      unused,
      faults,
      broken,
      valid: rows.length - faulty - duplicate,
    }
  }, [method, one, pasted, file])
}

export type ReadList = ReturnType<typeof useReadList>
