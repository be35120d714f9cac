// Loaded before a server whose clock is to be wrong: its dates are this much ahead of everybody else's. The signal makes the
// clock of a running server jump, and jump back.
const away = 7_200_000
let ahead = Number(process.env.FAULT_CLOCK_MS ?? 0)
const Right = Date

globalThis.Date = new Proxy(Right, {
  construct: (_, [...given]: unknown[]) =>
    Reflect.construct(Right, given.length === 0 ? [Right.now() + ahead] : given),
  get: (target, name) => (name === 'now' ? () => Right.now() + ahead : Reflect.get(target, name)),
})

process.on('SIGUSR2', () => {
  ahead = ahead === 0 ? away : ahead > 0 ? -away : 0
})
