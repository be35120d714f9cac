import { hasEmailShape } from '#contract/emailShape.ts'

/** The server takes no message sooner after its token; faster senders wait here without noticing. */
const earliest = 3200

interface Problem {
  code?: string
  message?: string | Record<string, string[]>
}

let ticket: { token: string; at: number } | undefined

const headers = () => ({
  'content-type': 'application/json',
  'accept-language': document.documentElement.lang,
})

async function takeTicket(): Promise<{ token: string; at: number }> {
  const response = await fetch('/api/contact/', { headers: headers() })
  if (!response.ok) throw new Error(String(response.status))
  const { token }: { token: string } = await response.json()
  return { token, at: performance.now() }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)))

/** A token that is old enough; a new one where there is none yet or the last one was refused. */
async function readyToken(): Promise<string> {
  ticket ??= await takeTicket()
  await pause(ticket.at + earliest - performance.now())
  return ticket.token
}

async function post(fields: Record<string, string>): Promise<Problem | undefined> {
  const body = JSON.stringify({ ...fields, token: await readyToken() })
  const response = await fetch('/api/contact/', { method: 'POST', headers: headers(), body })
  ticket = undefined
  return response.ok ? undefined : await response.json()
}

/** Sends the form; a token that ran out while somebody thought about their words is renewed once. */
async function send(fields: Record<string, string>): Promise<Problem | undefined> {
  const problem = await post(fields)
  return problem?.code === 'contact_expired' ? post(fields) : problem
}

const inputsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>('.field input, .field textarea'),
]

function show(input: HTMLInputElement, message: string | undefined) {
  const place = document.getElementById(`${input.id}-error`)
  const text = place?.querySelector('span')
  if (!place || !text) return
  text.textContent = message ?? ''
  place.hidden = message === undefined
  if (message === undefined) input.removeAttribute('aria-invalid')
  else input.setAttribute('aria-invalid', 'true')
}

/** Returns the key of a field's obvious problem, before the server is asked. */
function ownProblem(input: HTMLInputElement): string | undefined {
  const value = input.value.trim()
  const fine =
    {
      name: value.length >= 2,
      organisation: value !== '',
      email: hasEmailShape(value),
      phone: value === '' || /^\+?[0-9 ()./-]{5,}$/.test(value),
      message: value.length >= 10,
    }[input.name] ?? true
  return fine ? undefined : document.getElementById(`${input.id}-error`)?.dataset.own
}

/** Puts the words beside their fields and the reader to the first of them; says whether there was any. */
function complain(
  form: HTMLFormElement,
  problemOf: (input: HTMLInputElement) => string | undefined,
): boolean {
  const wrong = inputsOf(form).filter((input) => {
    const problem = problemOf(input)
    show(input, problem)
    return problem !== undefined
  })
  wrong[0]?.focus()
  return wrong.length > 0
}

function say(form: HTMLFormElement, message: string | undefined) {
  const place = form.querySelector<HTMLElement>('[data-failed]')
  if (!place) return
  place.hidden = message === undefined
  place.textContent = message ?? ''
  if (message !== undefined) place.scrollIntoView({ block: 'center' })
}

async function submit(form: HTMLFormElement, button: HTMLButtonElement) {
  say(form, undefined)
  if (complain(form, ownProblem)) return
  const fields = Object.fromEntries(
    [...new FormData(form)]
      .map(([name, value]) => [name, String(value)] as const)
      .filter(([, value]) => value !== ''),
  )
  const label = button.textContent
  // The button is not disabled, or the focus would be lost. A second press meanwhile does nothing.
  button.setAttribute('aria-disabled', 'true')
  button.textContent = button.dataset.sending ?? ''
  const failed = form.querySelector<HTMLElement>('[data-failed]')?.dataset.failed
  try {
    const problem = await send(fields)
    if (problem === undefined) return finish(form)
    const { message } = problem
    const byField = typeof message === 'object' ? message : {}
    if (!complain(form, ({ name }) => byField[name]?.[0]))
      say(form, typeof message === 'string' ? message : failed)
  } catch {
    // No network, or an answer that is none: what was typed stays, and the message says so.
    say(form, failed)
  } finally {
    button.removeAttribute('aria-disabled')
    button.textContent = label
  }
}

function finish(form: HTMLFormElement) {
  const thanks = document.querySelector<HTMLElement>('[data-sent]')
  form.hidden = true
  if (!thanks) return
  thanks.hidden = false
  thanks.focus()
}

/** Fills in what the application knows when it sends somebody here: their name and the subject. */
function fillIn(): void {
  const known = new URLSearchParams(location.hash.slice(1))
  const fill = (name: string, value: string | null | undefined) => {
    const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      `[data-contact] [name="${name}"]`,
    )
    if (field && value && field.value === '') field.value = value
  }
  fill('organisation', known.get('organisation')?.slice(0, 200))
  if (known.get('about') === 'quota')
    fill('message', document.querySelector<HTMLElement>('[data-about-quota]')?.dataset.aboutQuota)
}

export function followContact(): void {
  fillIn()
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset.contact === undefined) return
    event.preventDefault()
    const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
    if (button && button.getAttribute('aria-disabled') === null) void submit(form, button)
  })
  // The token grows old enough while the form is being filled in.
  document.addEventListener('focusin', ({ target }) => {
    if (ticket || !(target instanceof Element) || !target.closest('[data-contact]')) return
    takeTicket().then(
      (taken) => {
        ticket ??= taken
      },
      () => undefined,
    )
  })
  // An error disappears when its cause is fixed.
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('[data-contact] [aria-invalid]')) {
      const input = target as HTMLInputElement
      show(input, ownProblem(input))
    }
  })
}
