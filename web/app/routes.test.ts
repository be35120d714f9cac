// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { pages } from '#contract/pages.ts'
import { detours, routes } from './routes.tsx'

it('has a page for every address that the server answers with this application, and no other', () => {
  const ours = [...routes.map((route) => route.path), ...Object.keys(detours)]
  expect(ours.sort()).toEqual([...pages].sort())
})

it('has one key for each route', () => {
  expect(new Set(routes.map((route) => route.key)).size).toBe(routes.length)
})

it('lists each route with path, key, title, component and meta, and at will authority, layout and menu', () => {
  for (const route of routes) {
    const { path, key, title, component, meta, authority, layout, menu, ...more } = route
    expect([typeof path, typeof key, typeof title, typeof component, typeof meta, more], key).toEqual([
      'string',
      'string',
      'string',
      'function',
      'object',
      {},
    ])
    expect(authority === undefined || authority.length > 0, key).toBe(true)
    expect([undefined, 'auth', 'bare', 'either'], key).toContain(layout)
    expect([undefined, 'administration', 'assessment'], key).toContain(menu)
    expect(['common', ...(meta.texts ?? [])], key).toContain(title.split(':')[0])
  }
})

it('sends a signed-in visitor away from the pages of entering alone', () => {
  const entering = routes.filter((route) => route.meta.entry).map((route) => route.path)
  expect(entering).toEqual(['/sign-in', '/sign-up', '/forgot-password'])
})
