// @vitest-environment jsdom

import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { layoutTypes } from '../themeSettings.ts'
import { loadLayout, useLayoutParts } from './parts.ts'

it('brings every layout by its name, so that a route can ask for any', async () => {
  for (const type of layoutTypes) {
    await loadLayout(type)
    expect(renderHook(() => useLayoutParts(type)).result.current?.type).toBe(type)
  }
}, 120_000)
