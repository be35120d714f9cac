import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { initReactI18next } from 'react-i18next'
import { vi } from 'vitest'
import ui from '../../locales/en/ui.json' with { type: 'json' }

/** The English words of web/ui; before fake timers, since the start waits for a real one. */
export async function startWords() {
  if (i18next.isInitialized) return
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { ui } }, interpolation: { escapeValue: false } })
}

/** Draws a component of web/ui in a test, in English, without transitions; `narrow` on a phone's screen. */
export async function draw(children: ReactNode, { narrow = false }: { narrow?: boolean } = {}) {
  // Stubs of browser functions that Mantine needs and jsdom lacks.
  vi.stubGlobal('matchMedia', () => ({
    matches: narrow,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  await startWords()
  return render(<MantineProvider env="test">{children}</MantineProvider>)
}
