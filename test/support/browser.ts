import { type Browser, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/**
 * The features that the tests' browser does without. The last list on its command line counts, so Playwright's own is
 * repeated here; the two of the address bar come first: each window would start a process for suggestions that nobody sees,
 * half of what it costs.
 */
const withoutFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

/** The longest wait for a page: much longer than a slow, busy machine needs. */
const patienceMs = 90_000

/**
 * The system's Chromium, without a window and without calls of its own to the outside.
 * @throws when there is none
 */
export function browserOptions(): { executablePath: string; args: string[] } {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error('No browser: set CHROMIUM_PATH or install Chromium (apt-get install chromium)')
  const args = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${withoutFeatures.join(',')}`,
  ]
  return { executablePath, args }
}

/** Starts it. @throws when there is none */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(browserOptions())
  browser.on('context', (context) => context.setDefaultTimeout(patienceMs))
  return browser
}

/** A cheap phone and a manager's laptop. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
export const laptop = { viewport: { width: 1440, height: 900 } }
