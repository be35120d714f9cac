// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { pages } from '#contract/pages.ts'
import { detours, routes } from './routes.tsx'

it('has a page for every address that the server answers with this application, and no other', () => {
  const ours = [...routes.map((route) => route.path).filter((path) => path !== '*'), ...Object.keys(detours)]
  expect(ours.sort()).toEqual([...pages].sort())
})

it('has one key for each route', () => {
  expect(new Set(routes.map((route) => route.key)).size).toBe(routes.length)
})
