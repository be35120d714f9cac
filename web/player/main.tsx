import './oldBrowsers.ts'
import { createRoot } from 'react-dom/client'
import './fonts.css'
import '../theme/tokens.css'
import './player.css'
import '../theme/utilities.css'
import { App } from './App.tsx'
import { toSignIn } from './address.ts'
import { showCrashPage } from './crashPage.ts'
import { startLook } from './device/look.ts'
import { keepOfflineLater } from './device/offline.ts'
import { signOutHere } from './device/signOut.ts'
import { answerTabs } from './device/tabs.ts'
import { startWords } from './words.ts'

startLook()
startWords().then(() => {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App />)
  keepOfflineLater()
  answerTabs({ signedOut: () => toSignIn(), prepared: (session) => void signOutHere(session) })
}, showCrashPage)
