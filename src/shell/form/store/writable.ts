import { editableFields } from '#kernel/evaluate/access/editable.ts'
import type { StoreOptions } from './store-options.ts'

/** Returns whether a path may be written: one of those that were named, in whichever row; without names, what the form says. */
export function writableOf({ form, at, editable }: Pick<StoreOptions, 'form' | 'at' | 'editable'>): (path: string) => boolean {
  if (editable) {
    const paths = new Set(editable)
    return (path) => paths.has(path.replace(/\.\d+(?=\.|$)/, ''))
  }
  return at === undefined ? () => false : editableFields(form, at)
}
