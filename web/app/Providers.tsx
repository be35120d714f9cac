import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { cssVariablesResolver, theme } from '../theme/theme.ts'
import { isAuthenticated, useAuth } from './auth.ts'
import { queryClient } from './queryClient.ts'
import { applyTheme, printByDay, useThemeSettings } from './themeSettings.ts'

// Signed-out pages show messages beside their forms, so toasts load only with a session.
const Toasts = lazy(async () => ({ default: (await import('../ui/feedback/toast.tsx')).Toasts }))

export function Providers({ children }: { children: ReactNode }) {
  const settings = useThemeSettings()
  const signedIn = useAuth(isAuthenticated)
  useLayoutEffect(() => applyTheme(settings), [settings])
  useEffect(printByDay, [])
  return (
    // Follows the attribute that applyTheme() writes.
    <DirectionProvider initialDirection={settings.direction}>
      <MantineProvider
        theme={theme}
        forceColorScheme={settings.mode}
        cssVariablesResolver={cssVariablesResolver}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          {children}
          {signedIn ? (
            <Suspense>
              <Toasts />
            </Suspense>
          ) : null}
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
