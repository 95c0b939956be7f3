import { storedName, useReferences } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'

/** The codes of a path through the tree of areas. */
export const codesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The part of a place's path that names it among others: its city, and its district where there is one. */
export const tailOf = (codes: readonly string[]): readonly string[] => (codes.length > 2 ? codes.slice(1) : codes.slice(-1))

/** A place by the names of its path's end. */
export function usePlaceName(codes: readonly string[]): string {
  const { name } = useFieldText()
  const shown = tailOf(codes)
  const records = useReferences('cascader', shown)
  return shown.map((code, index) => name(storedName(records[index], code))).join(' / ')
}
