import { z } from 'zod'
import { versionContent, versionParams } from './definitions.ts'
import { locale } from './fields.ts'
import { call } from './kit.ts'

/** The SHA-256 of the file: an address always leads to the same sound, so it needs no session and is kept for good. */
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const recordingFile = call({
  name: 'recordingFile',
  method: 'GET',
  path: '/audio/:hash/',
  tag: 'Taking a test',
  summary: 'A recording of a text of a test, by the SHA-256 of its content',
  access: 'guest',
  params: z.object({ hash }),
  answer: { status: 200, file: 'audio/mpeg' },
  errors: ['not_found'],
})

const recordedText = z.object({
  locale,
  /** `items.t001.prompt`: also the name of a file that is uploaded, without `.mp3`. */
  key: z.string(),
  text: z.string(),
  /** Null where there is no recording: then the device's own voice reads it, where it has one. */
  recording: z
    .object({
      hash,
      computerVoice: z.boolean(),
      /** Null where the definition names a file that is not stored here: it can't be published before it is uploaded. */
      seconds: z.number().nullable(),
    })
    .nullable(),
})
export type RecordedText = z.infer<typeof recordedText>

export const listRecordings = call({
  name: 'listRecordings',
  method: 'GET',
  path: '/definitions/:code/versions/:version/audio/',
  tag: 'Inventories',
  summary: 'Every text of a version that may be read aloud, with its recording',
  access: 'admin',
  subject: 'version',
  params: versionParams,
  answer: { status: 200, json: z.object({ texts: z.array(recordedText) }) },
  errors: ['not_found'],
})

const one = {
  path: '/definitions/:code/versions/:version/audio/:locale/:key/',
  tag: 'Inventories',
  access: 'admin',
  subject: 'draft',
  params: versionParams.extend({ locale, key: z.string().min(1).max(200) }),
  answer: { status: 204 },
  errors: ['not_found', 'version_published'],
} as const

export const setRecording = call({
  ...one,
  name: 'setRecording',
  method: 'PUT',
  summary: 'Give a text of a draft a recording, in the place of its last one: MP3, at most two minutes',
  upload: { accepts: ['audio/mpeg'] },
  bodyLimit: 1024 * 1024,
})

export const removeRecording = call({
  ...one,
  name: 'removeRecording',
  method: 'DELETE',
  summary: 'Take a text’s recording out of a draft',
})

export const copyVersion = call({
  name: 'copyVersion',
  method: 'POST',
  path: '/definitions/:code/versions/:version/copy/',
  tag: 'Inventories',
  summary: 'Make a draft with the same content under the next number, to give it recordings',
  access: 'admin',
  subject: 'version',
  params: versionParams,
  answer: { status: 201, json: versionContent },
  errors: ['not_found', 'draft_exists'],
})
