/**
 * True when a request names a host of this installation: that of its own address, or one that can only be this machine.
 * Any other name may be a page elsewhere that had its own name point here (DNS rebinding), to read what has no sign-in.
 */
export function isOwnHost(host: string | undefined, publicUrl: string): boolean {
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
  return (
    asked === new URL(publicUrl).hostname ||
    asked === 'localhost' ||
    asked.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(asked) ||
    asked === '[::1]'
  )
}
