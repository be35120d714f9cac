/** What the page asked for before any code had come (script.ts), and by whose token. */
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

/** What was asked for early, once: later it would be old. */
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
