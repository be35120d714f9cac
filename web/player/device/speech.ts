import { useCallback, useEffect, useRef, useState } from 'react'
import type { Recording } from '#contract/participant.ts'
import type { Spoken } from '../items/answering.ts'
import { play, silence } from './recordings.ts'

const voiceFor = (lang: string) =>
  window.speechSynthesis?.getVoices().find((voice) => voice.lang.toLowerCase().startsWith(lang))

/** The device's voice for a language, if it has one. Voices may arrive late; without one only recordings are read. */
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

/** A passage that is read as one: by its recordings if it has them, else by the device's voice. */
export interface Passage {
  texts: readonly Spoken[]
  audio?: readonly Recording[] | undefined
}

/** One recording or text; `passage` says what is read by the voice instead when it cannot be played. */
interface Piece {
  passage: number
  marks?: number | undefined
  text?: string
  recording?: Recording
}

const spoken = ({ texts }: Passage, passage: number): Piece[] => texts.map((text) => ({ passage, ...text }))

const piecesOf = (passages: readonly Passage[], hasVoice: boolean): Piece[] =>
  passages.flatMap((each, passage): Piece[] => {
    if (each.audio) return each.audio.map((recording) => ({ passage, marks: recording.marks, recording }))
    return hasVoice ? spoken(each, passage) : []
  })

/** The mark of a text that is not highlighted while it is read. */
const unmarked = -1

function speak(text: string, voice: SpeechSynthesisVoice, onEnd: () => void): void {
  const utterance = new SpeechSynthesisUtterance(text)
  utterance.voice = voice
  utterance.lang = voice.lang
  utterance.rate = 0.9
  utterance.onend = onEnd
  window.speechSynthesis.speak(utterance)
}

/**
 * Reads passages aloud, one after the other; where nothing can be read there is nothing to press. `reading` says what to
 * mark meanwhile; it stops when `key` changes.
 */
export function useReadAloud(key: string, lang: string, passages: readonly Passage[], onStart?: () => void) {
  const voice = useVoice(lang)
  const [now, setNow] = useState<Piece>()
  const pieces = piecesOf(passages, voice !== undefined)
  /** Counts the readings, so that what ends of an earlier one changes nothing. */
  const round = useRef(0)

  const stop = useCallback(() => {
    round.current += 1
    silence()
    window.speechSynthesis?.cancel()
    setNow(undefined)
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

  const read = (queue: readonly Piece[]) => {
    const [piece, ...rest] = queue
    const mine = round.current
    const goOn = (following: readonly Piece[]) => {
      if (mine === round.current) read(following)
    }
    setNow(piece)
    if (piece?.recording)
      void play(piece.recording.file, (heard) => {
        const passage = passages[piece.passage]
        // A recording that is neither cached nor reachable is replaced: the device's voice reads the passage from its
        // beginning.
        const instead = !heard && voice && passage ? spoken(passage, piece.passage) : []
        goOn(heard ? rest : [...instead, ...rest.filter((later) => later.passage !== piece.passage)])
      })
    else if (piece && voice) speak(piece.text ?? '', voice, () => goOn(rest))
  }
  const start = () => {
    if (pieces.length === 0) return
    stop()
    onStart?.()
    read(pieces)
  }

  return {
    available: pieces.length > 0,
    reading: now && (now.marks ?? unmarked),
    /** True while a computer-generated recording plays, as opposed to the device's own voice. */
    computerVoice: now?.recording?.computerVoice === true,
    start,
    toggle: now === undefined ? start : stop,
    stop,
  }
}
