import { useCallback, useEffect, useRef, useState } from 'react'

const voiceFor = (lang: string) =>
  window.speechSynthesis?.getVoices().find((voice) => voice.lang.toLowerCase().startsWith(lang))

/** Whether the device has a voice for a language. Voices may arrive late; without one the button is never shown. */
function useVoice(lang: string): SpeechSynthesisVoice | undefined {
  const [voice, setVoice] = useState(() => voiceFor(lang))
  useEffect(() => {
    const update = () => setVoice(voiceFor(lang))
    update()
    window.speechSynthesis?.addEventListener?.('voiceschanged', update)
    return () => window.speechSynthesis?.removeEventListener?.('voiceschanged', update)
  }, [lang])
  return voice
}

/** Reads texts aloud, one after the other. `reading` is the index of the one being read; it stops when `key` changes. */
export function useReadAloud(key: string, lang: string, texts: readonly string[]) {
  const voice = useVoice(lang)
  const [reading, setReading] = useState<number>()
  const spoken = useRef(texts)
  spoken.current = texts

  const stop = useCallback(() => {
    window.speechSynthesis?.cancel()
    setReading(undefined)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another item or a hidden tab ends the reading
  useEffect(() => {
    const hidden = () => {
      if (document.hidden) stop()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      stop()
    }
  }, [key, stop])

  const start = () => {
    if (!voice) return
    window.speechSynthesis.cancel()
    const last = spoken.current.length - 1
    spoken.current.forEach((text, index) => {
      const utterance = new SpeechSynthesisUtterance(text)
      utterance.voice = voice
      utterance.lang = voice.lang
      utterance.rate = 0.9
      utterance.onstart = () => setReading(index)
      if (index === last) utterance.onend = () => setReading(undefined)
      window.speechSynthesis.speak(utterance)
    })
    setReading(0)
  }

  return { available: voice !== undefined, reading, toggle: reading === undefined ? start : stop, stop }
}
