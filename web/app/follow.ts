/** A stream is never silent for that long; one that is has died on its way, or something holds it back. */
const silenceMs = 50_000
/** The interval between looks when no stream reports changes. */
const pollMs = 30_000
/** Before a stream that ended in order is opened again. */
const againMs = 1_000

export interface Following {
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  /** Something may have changed. */
  onChange: () => void
}

/**
 * Follows a stream of changes until stopped, and asks by the clock where there is none. A tab that nobody looks at opens
 * none: browsers share six connections to a server among all their tabs. A stream that opens counts as a change: of what
 * happened between the asking for what is on the screen and the opening it tells nothing.
 */
export function follow({ open, onChange }: Following): () => void {
  const stopped = new AbortController()
  const hidden = () => document.visibilityState === 'hidden'

  /** @returns whether a stream opened at all */
  async function readOnce(): Promise<{ opened: boolean; lost: boolean }> {
    let opened = false
    let lost = false
    const leaving = new AbortController()
    const leave = () => leaving.abort()
    const look = () => {
      if (hidden()) leave()
    }
    let silence = setTimeout(leave, silenceMs)
    stopped.signal.addEventListener('abort', leave)
    document.addEventListener('visibilitychange', look)
    try {
      const reader = (await open(leaving.signal)).getReader()
      opened = true
      onChange()
      const decoder = new TextDecoder()
      let line = ''
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(silence)
        silence = setTimeout(leave, silenceMs)
        const lines = (line + decoder.decode(part.value, { stream: true })).split('\n')
        // The last one may go on in the next part.
        line = lines.pop() ?? ''
        if (lines.includes('event: changed')) onChange()
      }
    } catch {
      // No line, or one that broke: there is another look by the clock.
      lost = true
    } finally {
      clearTimeout(silence)
      stopped.signal.removeEventListener('abort', leave)
      document.removeEventListener('visibilitychange', look)
    }
    return { opened, lost }
  }

  async function run(): Promise<void> {
    for (let tries = 0; !stopped.signal.aborted; ) {
      if (hidden()) {
        await nextEvent(document, 'visibilitychange', stopped.signal)
        continue
      }
      const { opened, lost } = await readOnce()
      if (stopped.signal.aborted) return
      // The first try needs no refresh: the screen's data was requested just before it.
      if (!opened && tries > 0) onChange()
      tries += 1
      if (!hidden()) await pause(lost ? pollMs : againMs, stopped.signal)
    }
  }

  void run()
  return () => stopped.abort()
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const nextEvent = (target: EventTarget, name: string, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    target.addEventListener(name, () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
