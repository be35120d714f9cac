import './theme/tokens.css'
import './theme/mantine.css.ts'
import './theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { useAuth } from './app/auth.ts'
import { startTranslations } from './app/i18n.ts'
import { Providers } from './app/Providers.tsx'
import { reloadForNewRelease } from './app/release.ts'
import { makeRouter } from './app/router.tsx'
import { refreshUser } from './app/session.ts'
import { startUp } from './app/startup.ts'

reloadForNewRelease()
await startUp()
// The first page's code and words travel at the same time.
const router = makeRouter()
await startTranslations()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)

// A session that ends (here, by a 401, or in another tab) sends its page's guard to look again.
useAuth.subscribe((now, before) => {
  if (before.signedIn && !now.signedIn) void router.revalidate()
})
void refreshUser()
