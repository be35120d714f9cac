import './theme/fonts.css'
import './theme/tokens.css'
import './theme/colours.css'
import './theme/mantine.css.ts'
import './theme/elements.css'
import './theme/base.css'
import './theme/utilities.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { startErrorReports } from './app/errorReports.ts'
import { startTranslations } from './app/i18n.ts'
import { Providers } from './app/Providers.tsx'
import { reloadForNewRelease } from './app/release.ts'
import { firstPage, makeRouter } from './app/router.tsx'
import { leave, refreshUser, signOut, watchSession } from './app/session.ts'
import { startUp } from './app/startup.ts'
import { followTabs } from './app/tabs.ts'

reloadForNewRelease()
await startUp()
// The first page's code and words travel at the same time.
const router = makeRouter()
void startErrorReports(router)
await startTranslations()
// A page that was drawn at build stays until then.
await firstPage(router)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Rendering runs in small steps: a slow phone answers to touch in between.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  ),
)

// The guard of the page being shown looks again.
const lookAgain = () => void router.revalidate()
watchSession(lookAgain)
followTabs({ entered: lookAgain, left: () => void leave(), prepared: () => void signOut() })
void refreshUser()
