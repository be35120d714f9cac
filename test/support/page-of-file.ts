import { setImmediate } from 'node:timers/promises'
import { getCallSites } from 'node:util'
import { afterAll, vi } from 'vitest'

// Files share a thread, its document, React and Mantine. Each begins with modules of its own, as if a page was opened, and what it
// leaves behind is taken away: a thread for each file took two thirds of the time.
vi.resetModules()
if (typeof document !== 'undefined') await openPage()

async function openPage() {
  // Before the timers are noted: React keeps those that it finds when it is loaded.
  const { cleanup, configure, getConfig, prettyDOM } = await import('@testing-library/react')
  configure({
    // The default of one second for screens in jsdom is too little for a busy machine.
    asyncUtilTimeout: 30_000,
    // Waiting for something fails many times before it comes: only the last failure prints the page, which took a tenth of
    // the time.
    getElementError: (message, container) => {
      const again = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      const page = again ? [] : [prettyDOM(container)]
      return Object.assign(new Error([message, ...page].join('\n\n')), { name: 'TestingLibraryElementError' })
    },
  })
  const ends = [noteTimers(), noteListeners(), noteProperties()]
  afterAll(async () => {
    cleanup()
    await vi.dynamicImportSettled()
    // Pending requests to the closed server fail now.
    await setImmediate()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    for (const end of ends) end()
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    localStorage.clear()
    sessionStorage.clear()
    window.history.replaceState(null, '', '/')
  })
}

/**
 * Stops the product's timers at the end, so that none fires in the next file; those of libraries, which are shared, go on.
 */
function noteTimers() {
  const own = { setTimeout, setInterval }
  const noted: NodeJS.Timeout[] = []
  const noting: ProxyHandler<(...args: never[]) => NodeJS.Timeout> = {
    apply(set, self, args) {
      const timer: NodeJS.Timeout = Reflect.apply(set, self, args)
      const [, by] = getCallSites(2)
      if (!by?.scriptName.includes('/node_modules/')) noted.push(timer)
      return timer
    },
  }
  Object.assign(globalThis, {
    setTimeout: new Proxy(own.setTimeout, noting),
    setInterval: new Proxy(own.setInterval, noting),
  })
  return () => {
    Object.assign(globalThis, own)
    for (const timer of noted) clearTimeout(timer)
  }
}

/** Removes the file's listeners from the window and the document at the end. */
function noteListeners() {
  const noted: (() => void)[] = []
  for (const target of [window, document]) {
    const { addEventListener } = target
    target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
      noted.push(() => Reflect.apply(target.removeEventListener, target, args))
      Reflect.apply(addEventListener, target, args)
    }
    noted.push(() => Object.assign(target, { addEventListener }))
  }
  return () => {
    for (const end of noted) end()
  }
}

/** Restores the properties of the browser's own objects at the end: tests give them what jsdom lacks. */
function noteProperties() {
  const prototypes = Object.getOwnPropertyNames(window)
    .filter((name) => /^(HTML\w*)?Element$/.test(name))
    .map((name) => Reflect.get(window, name).prototype)
  const noted = [...prototypes, navigator, document, document.documentElement, URL].map(
    (object: object) => [object, Object.getOwnPropertyDescriptors(object)] as const,
  )
  return () => {
    for (const [object, before] of noted) {
      for (const key of Reflect.ownKeys(object)) if (!(key in before)) Reflect.deleteProperty(object, key)
      for (const [key, descriptor] of Object.entries(before)) {
        const now = Object.getOwnPropertyDescriptor(object, key)
        if (now?.value !== descriptor.value || now?.get !== descriptor.get)
          Object.defineProperty(object, key, descriptor)
      }
    }
  }
}
