/** The answer, if it comes in time. @throws when it is late */
export async function within<T>(answer: Promise<T>, patienceMs: number, onLate?: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate?.()
      reject(new Error(`No answer within ${patienceMs} ms`))
    }, patienceMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
