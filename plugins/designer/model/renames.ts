import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { FormContent } from '../wire.ts'
import { changesBetween, isSame, type PartChange } from './parts.ts'
import { renameField } from './references.ts'

/** A field, or a column as `table.column`, that has another key. */
export interface Rename {
  readonly from: string
  readonly to: string
}

/** The difference of two contents: fields with another key, and what differs beside that. */
export interface ContentDifference {
  readonly renames: readonly Rename[]
  readonly changes: readonly PartChange[]
}

/**
 * Compares two contents. A field that is gone and one that is new are one with another key where they have the same kind and labels, or
 * differ in nothing but the labels and stand at the same place. What follows a key, such as expressions, is no change of its own.
 */
export function differenceOf(before: FormContent, after: FormContent): ContentDifference {
  const fields = renamesAmong(before.form.fields, after.form.fields)
  const renamed = fields.reduce((content, { from, to }) => renameField(content, from, to), before)
  const columns = Object.entries(renamed.form.fields).flatMap(([table, { columns: held }]) =>
    renamesAmong(held ?? {}, after.form.fields[table]?.columns ?? {}).map(({ from, to }) => ({ from: `${table}.${from}`,
      to: `${table}.${to}` })
    )
  )
  const followed = columns.reduce((content, { from, to }) => renameField(content, from, to.slice(to.indexOf('.') + 1)), renamed)
  return { renames: [...fields, ...columns], changes: changesBetween(followed, after) }
}

function renamesAmong(before: Fields, after: Fields): readonly Rename[] {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  const fresh = Object.keys(after).filter((key) => !Object.hasOwn(before, key))
  const pairs = (alike: (from: string, to: string) => boolean, known: readonly Rename[]): readonly Rename[] => {
    const [left, right] = [gone.filter((from) => !known.some((each) => each.from === from)),
      fresh.filter((to) => !known.some((each) => each.to === to))]
    return left.flatMap((from) => {
      const found = right.filter((to) => alike(from, to))
      const isOnly = found.length === 1 && left.filter((other) => alike(other, found[0]!)).length === 1
      return isOnly ? [{ from, to: found[0]! }] : []
    })
  }
  const byLabel = pairs((from, to) => isSame(labelOf(before[from]!), labelOf(after[to]!)), [])
  const byPlace = pairs((from, to) =>
    isSame(withoutLabel(before[from]!), withoutLabel(after[to]!)) &&
    previousOf(before, from, after) === previousOf(after, to, before), byLabel)
  return [...byLabel, ...byPlace]
}

const labelOf = ({ kind, cn, en }: FieldDefinition) => [kind, cn, en]

const withoutLabel = (field: FieldDefinition) => Object.entries(field).filter(([name]) => name !== 'cn' && name !== 'en').toSorted()

/** The nearest field before it that the other side has, too. */
function previousOf(fields: Fields, key: string, other: Fields): string | undefined {
  const keys = Object.keys(fields)
  return keys.slice(0, keys.indexOf(key)).findLast((each) => Object.hasOwn(other, each))
}
