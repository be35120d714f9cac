import { DirectionProvider, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { cssVariablesResolver, theme } from '../theme/theme.ts'
import { Toasts } from '../ui/toast.tsx'
import { queryClient } from './queryClient.ts'
import { applyTheme, useThemeSettings } from './themeSettings.ts'

export function Providers({ children }: { children: ReactNode }) {
  const settings = useThemeSettings()
  useEffect(() => applyTheme(settings), [settings])
  return (
    <DirectionProvider initialDirection={settings.direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        forceColorScheme={settings.mode}
        cssVariablesResolver={cssVariablesResolver}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          {children}
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  )
}
