/** What some browsers have to read codes with, and TypeScript does not know. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>
}
interface WithDetector {
  readonly BarcodeDetector: {
    new (options: { formats: readonly string[] }): Detector
    getSupportedFormats: () => Promise<readonly string[]>
  }
}
const hasDetector = (of: object): of is WithDetector => 'BarcodeDetector' in of

/** Whether this browser reads QR codes and may use a camera. */
export async function readsCodes(): Promise<boolean> {
  if (!hasDetector(window) || navigator.mediaDevices === undefined) return false
  // Chrome on Linux has one that reads nothing.
  return (await window.BarcodeDetector.getSupportedFormats()).includes('qr_code')
}

/** Time for a phone to do something else between two looks. */
const pauseMs = 120

/**
 * Reads the codes that the camera sees, into `onText`, until it is stopped.
 * @throws what the browser throws where there is no camera, or none is allowed
 */
export async function readCamera(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  if (!hasDetector(window)) return
  const detector = new window.BarcodeDetector({ formats: ['qr_code'] })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  if (stopped.aborted) return end()
  stopped.addEventListener('abort', end)
  video.srcObject = stream
  await video.play()
  const look = async () => {
    if (stopped.aborted) return
    // A picture that is not there yet cannot be looked at.
    const codes = await detector.detect(video).catch(() => [])
    if (!stopped.aborted) for (const { rawValue } of codes) onText(rawValue)
    setTimeout(() => void look(), pauseMs)
  }
  void look()
}
