// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { loadTexts, startTranslations } from '../../app/i18n.ts'
import { emptyDraft, next } from './draft.ts'
import { useCompanyForm } from './useCompanyForm.ts'

beforeAll(async () => {
  await startTranslations()
  await loadTexts(['validation'])
})
beforeEach(() => sessionStorage.clear())

it('says what is missing of the kind that was tried, and of the other kind only after a try', () => {
  const initial = next(emptyDraft('ik@deniz.example'), { type: 'go', to: 'billing' })
  const { result } = renderHook(() =>
    useCompanyForm({
      of: 'new',
      initial,
      sending: { isPending: false, error: null },
      onSubmit: () => undefined,
    }),
  )
  const wrong = () =>
    (['billing.title', 'billing.surname', 'billing.address'] as const).filter(
      (field) => result.current.error(field) !== undefined,
    )
  expect(wrong()).toEqual([])
  act(() => result.current.submit())
  expect(wrong()).toEqual(['billing.title', 'billing.address'])
  act(() => result.current.dispatch({ type: 'kind', kind: 'person' }))
  expect(wrong()).toEqual(['billing.address'])
  act(() => result.current.submit())
  expect(wrong()).toEqual(['billing.surname', 'billing.address'])
})
