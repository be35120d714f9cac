import { useCallback, useEffect, useRef, useState } from 'react'
import type { Spoken } from '../items/answering.ts'

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

/** Of a text that is not marked while it is read. */
const unmarked = -1

/**
 * Reads texts aloud, one after the other; without any there is nothing to press. `reading` says what to mark meanwhile; it
 * stops when `key` changes.
 */
export function useReadAloud(key: string, lang: string, texts: readonly Spoken[], onStart?: () => void) {
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
    if (!voice || spoken.current.length === 0) return
    onStart?.()
    window.speechSynthesis.cancel()
    const last = spoken.current.length - 1
    spoken.current.forEach(({ text, marks = unmarked }, index) => {
      const utterance = new SpeechSynthesisUtterance(text)
      utterance.voice = voice
      utterance.lang = voice.lang
      utterance.rate = 0.9
      utterance.onstart = () => setReading(marks)
      if (index === last) utterance.onend = () => setReading(undefined)
      window.speechSynthesis.speak(utterance)
    })
    setReading(spoken.current[0]?.marks ?? unmarked)
  }

  return {
    available: voice !== undefined && texts.length > 0,
    reading,
    toggle: reading === undefined ? start : stop,
    stop,
  }
}
