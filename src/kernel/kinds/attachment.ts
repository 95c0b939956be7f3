import type { FormFacts } from '../facts.ts'
import type { FieldDefinition } from '../fields.ts'
import { acceptsFile, formatBytes, refusedType } from '../values/files.ts'
import type { Fault } from './kind.ts'
import { idListKind } from './references.ts'

/** Default size limit of a file, in bytes (exclusive). */
export const largestFile = 204_800_000

/** Uploaded files. @default max 100 */
export const attachment = idListKind({
  attributes: ['extensions', 'maxBytes', 'min', 'max'],
  ask: 'field.upload',
  defaultMax: 100,
  tooMany: 'field.tooManyFiles',
  tooFew: 'field.tooFewFiles',
  factFaults: (ids, field, facts) =>
    ids.flatMap((id, index) => fileFaults(facts.reference('attachment', id), field).map((fault) => ({ ...fault, path: [index] }))),
})

/** Checks extension and size of a file; `file` has `fileName` and `size` (bytes) where known. */
export function fileFaults(file: ReturnType<FormFacts['reference']>, field: FieldDefinition): Fault[] {
  const { fileName, size } = file ?? {}
  if (field.extensions && typeof fileName === 'string' && !acceptsFile(fileName, field.extensions))
    return [{ code: 'field.fileType', parameters: refusedType(fileName, field.extensions) }]
  const limit = field.maxBytes ?? largestFile
  return typeof size === 'number' && size >= limit ? [{ code: 'field.fileSize', parameters: { size: sizeName(limit) } }] : []
}

/** Formats a limit: 204,800,000 bytes as 200M, 20,480,000 as 20M; any other by its exact size. */
function sizeName(limit: number): string {
  return limit % 1_024_000 === 0 ? `${limit / 1_024_000}M` : formatBytes(limit)
}
