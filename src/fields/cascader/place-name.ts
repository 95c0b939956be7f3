import { storedName, useReferences } from '../references/reference-book.ts'
import { useFieldText } from '../text.ts'

/** The codes of a path in the tree of areas. */
export const codesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The displayed part of a place's path: city and, if present, district. */
export const tailOf = (codes: readonly string[]): readonly string[] => (codes.length > 2 ? codes.slice(1) : codes.slice(-1))

/** The display name of a place. */
export function usePlaceName(codes: readonly string[]): string {
  const { name } = useFieldText()
  const shown = tailOf(codes)
  const records = useReferences('cascader', shown)
  return shown.map((code, index) => name(storedName(records[index], code))).join(' / ')
}
