/** True when a typed text has the shape of an email address. Catches typing mistakes; the server has the last word. */
export const hasEmailShape = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text)
