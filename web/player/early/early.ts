/** The request that the page sent before any code had come (script.ts), and the token it used. */
export interface Early {
  id: string
  token: string
  locale: string
  answer: Promise<Response>
}

declare global {
  interface Window {
    teraziEarly?: Early
  }
}

const taking = 'terazi.taking'

/** Returns the early request once: later its answer would be outdated. */
export function takeEarly(): Early | undefined {
  const early = window.teraziEarly
  delete window.teraziEarly
  return early
}

/** Notes that this tab is in a test: loading the page again then asks for nothing early. */
export function noteTaking(assignmentId: string): void {
  try {
    sessionStorage.setItem(taking, assignmentId)
  } catch {
    // Denied storage: the page asks for what it does not need.
  }
}
