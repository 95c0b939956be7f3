import './tables.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Db } from '#server/database/tables.ts'
import { partsOf } from '../model/content.ts'
import { pathsOf } from '../overlay/overlay.ts'
import type { FormContent, RemovedField } from '../wire.ts'
import { isOverlay } from './designs.ts'
import type { DesignContent } from './tables.ts'

/** Fields and columns that a published version had and the draft has not, the latest definition of each: they can be put back. */
export async function removedFields(db: Db, design: string,
  { form: { fields } }: Pick<FormContent, 'form'>): Promise<readonly RemovedField[]> {
  const versions = await db.selectFrom('form_design_version').select('content').where('design', '=', design).orderBy('version').execute()
  const earlier = new Map(versions.flatMap(({ content }) => ownFields(content)))
  return [...earlier].filter(([path]) => {
    const { table } = partsOf(path)
    // a column goes with its table
    return fieldAt(fields, path) === undefined && (table === undefined || fields[table]?.columns !== undefined)
  }).map(([path, field]) => ({ path, field }))
}

const ownFields = (content: DesignContent): readonly (readonly [path: string, field: FieldDefinition])[] =>
  isOverlay(content)
    ? content.parts.flatMap((part) => (part.of === 'added' ? [[part.path, part.field] as const] : []))
    : pathsOf(content.form.fields).map((path) => [path, fieldAt(content.form.fields, path)!] as const)
