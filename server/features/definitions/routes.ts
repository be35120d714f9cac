import {
  checkDefinition,
  discardDefinition,
  exportDefinition as exportCall,
  getDefinition,
  getDefinitionVersion,
  importDefinition as importCall,
  listDefinitions,
  publishDefinition as publishCall,
} from '#contract/definitions.ts'
import { definitionDifferences } from '#contract/differences.ts'
import { previewVersion } from '#contract/previews.ts'
import {
  copyVersion as copyCall,
  listRecordings,
  recordingFile,
  removeRecording,
  setRecording as setRecordingCall,
} from '#contract/recordings.ts'
import { previewRescoring } from '#contract/rescoring.ts'
import { discardDraft } from '#server/features/inventories/drafts.ts'
import { setRecording } from '#server/features/inventories/recordings.ts'
import { acceptWrittenJson } from '#server/http/bodies.ts'
import { onPlatform, type Route } from '#server/http/subject.ts'
import { catalogue, inventoryDetail } from './catalogue.ts'
import { compare } from './compare.ts'
import { contentOf } from './content.ts'
import { copyVersion, exportDefinition, importDefinition, planImport, publishDefinition } from './import.ts'
import { previewOf } from './preview.ts'
import { recordedTexts, recordingBytes } from './recordings.ts'
import { preview } from './rescoring.ts'
import { onDefinition, onDraft, onVersion } from './versions.ts'

/** Routes whose body is a definition as somebody wrote it. */
const written =
  (serve: Route): Route =>
  (app, deps) =>
    acceptWrittenJson(app, (place) => serve(place, deps))

export const definitionRoutes: readonly Route[] = [
  onPlatform.list(listDefinitions, catalogue),
  onDefinition.read(getDefinition, inventoryDetail),
  onVersion.read(getDefinitionVersion, (db, version, _query, { locale }) => contentOf(db, version, locale)),
  onVersion.read(previewVersion, async (_db, version, _query, { locale }) => previewOf(version, locale)),
  onVersion.read(definitionDifferences, compare),
  onVersion.read(previewRescoring, preview),
  onVersion.run(exportCall, exportDefinition),

  written(onPlatform.read(checkDefinition, planImport)),
  written(onPlatform.write(importCall, importDefinition)),
  onVersion.write(copyCall, copyVersion),
  onDraft.write(publishCall, publishDefinition),
  onDraft.write(discardDefinition, discardDraft),

  onPlatform.read(recordingFile, recordingBytes),
  onVersion.read(listRecordings, recordedTexts),
  onDraft.write(setRecordingCall, setRecording),
  onDraft.write(removeRecording, setRecording),
]
