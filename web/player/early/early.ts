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

/** Notes that this tab is in a test, so that loading the page again asks for the test's code at once. */
export function noteTaking(assignmentId: string): void {
  try {
    sessionStorage.setItem(taking, assignmentId)
  } catch {
    // Denied storage: the code comes a little later.
  }
}
