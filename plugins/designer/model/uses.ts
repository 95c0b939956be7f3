import type { FormContent } from '../wire.ts'
import { type FieldPath, fieldsIn, fieldOf, isHeaderField, isReservedKey, limits, partsOf, pathOf, withForm } from './content.ts'
import { mapReferences, type ReferencePlace } from './references.ts'

/** Finds the places that read a field, or a column of it, each once; its own expressions are none. */
export function whereUsed(content: FormContent, path: FieldPath): readonly ReferencePlace[] {
  const found = new Map<string, ReferencePlace>()
  mapReferences(content, (read, place) => {
    const isOwn = place.of === 'field' && isWithin(place.id, path)
    if (isWithin(read, path) && !isOwn) found.set(`${place.of} ${place.id} ${place.attribute}`, place)
    return read
  })
  return [...found.values()]
}

/** Like `whereUsed` for every field at once; a read of a column counts for its table, too. */
export function usesByPath(content: FormContent): ReadonlyMap<FieldPath, readonly ReferencePlace[]> {
  const found = new Map<FieldPath, Map<string, ReferencePlace>>()
  mapReferences(content, (read, place) => {
    const { table } = partsOf(read)
    for (const path of table === undefined ? [read] : [read, table]) {
      if (place.of === 'field' && isWithin(place.id, path)) continue
      const places = found.get(path) ?? new Map<string, ReferencePlace>()
      found.set(path, places.set(`${place.of} ${place.id} ${place.attribute}`, place))
    }
    return read
  })
  return new Map([...found].map(([path, places]) => [path, [...places.values()]]))
}

const isWithin = (read: FieldPath, path: FieldPath): boolean => read === path || read.startsWith(`${path}.`)

/** Reason for refusing a key. */
export type KeyProblem = 'shape' | 'reserved' | 'header' | 'taken'

/** Returns why a field cannot have a key; undefined if it can. */
export function keyProblem(content: FormContent, path: FieldPath, key: string): KeyProblem | undefined {
  if (!/^[a-z][A-Za-z0-9]{1,39}$/.test(key)) return 'shape'
  const { table, key: own } = partsOf(path)
  if (isReservedKey(key)) return 'reserved'
  if (table === undefined && key !== own && isHeaderField(key)) return 'header'
  const others = Object.keys(fieldsIn(content, table)).filter((name) => name !== own)
  return others.some((name) => name.toLowerCase() === key.toLowerCase()) ? 'taken' : undefined
}

/** Gives a field another key, and updates every reference to it. */
export function renameField(content: FormContent, path: FieldPath, key: string): FormContent {
  const { table, key: own } = partsOf(path)
  if (key === own || !fieldOf(content, path) || keyProblem(content, path, key)) return content
  const next = pathOf(table, key)
  const followed = mapReferences(content, (read) => (isWithin(read, path) ? next + read.slice(path.length) : read))
  const fields = Object.fromEntries(
    Object.entries(fieldsIn(followed, table)).map(([name, field]) => [name === own ? key : name, field]),
  )
  if (table === undefined) return withForm(followed, { fields })
  const held = followed.form.fields[table]
  return held ? withForm(followed, { fields: { ...followed.form.fields, [table]: { ...held, columns: fields } } }) : content
}

/** Returns whether another field fits into the form, or another column into the table. */
export const hasRoom = (content: FormContent, table: string | undefined): boolean =>
  Object.keys(fieldsIn(content, table)).length < (table === undefined ? limits.fields : limits.columns)
