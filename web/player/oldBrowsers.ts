// Adds the features that the player uses and Chrome 90 or Safari 15.0 lack. `web/player-target.test.ts` has the list. It
// runs before everything else.

/** Adds a method that is not listed when a value is looked through. */
function add(to: object, name: string, value: unknown): void {
  if (!(name in to)) Object.defineProperty(to, name, { value, configurable: true, writable: true })
}

function at(this: ArrayLike<unknown>, index: number) {
  const whole = Math.trunc(index) || 0
  return this[whole < 0 ? this.length + whole : whole]
}

type Wanted = (value: unknown, index: number, list: unknown) => boolean

function findLastIndex(this: ArrayLike<unknown>, wanted: Wanted): number {
  for (let index = this.length - 1; index >= 0; index -= 1) if (wanted(this[index], index, this)) return index
  return -1
}

function findLast(this: ArrayLike<unknown>, wanted: Wanted) {
  return this[findLastIndex.call(this, wanted)]
}

/** Adds only what is missing. */
export function addMissing(): void {
  for (const list of [Array.prototype, String.prototype]) add(list, 'at', at)
  add(Array.prototype, 'findLast', findLast)
  add(Array.prototype, 'findLastIndex', findLastIndex)
  add(
    Object,
    'hasOwn',
    (of: object, name: PropertyKey) => Object.getOwnPropertyDescriptor(of, name) !== undefined,
  )
  add(AbortSignal, 'timeout', (milliseconds: number) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), milliseconds)
    return controller.signal
  })

  // Browsers without native dialogs (Safari before 15.4) show them where the style sheet puts them, without a trap for the
  // focus.
  if (!('HTMLDialogElement' in window)) {
    add(HTMLUnknownElement.prototype, 'showModal', function (this: HTMLElement) {
      this.setAttribute('open', '')
      this.setAttribute('role', 'dialog')
      this.setAttribute('aria-modal', 'true')
      this.tabIndex = -1
      this.focus()
    })
    add(HTMLUnknownElement.prototype, 'close', function (this: HTMLElement) {
      this.removeAttribute('open')
      this.dispatchEvent(new Event('close'))
    })
  }
}

addMissing()
