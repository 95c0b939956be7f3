import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { Text } from '#shell/text.tsx'
import type { DocumentListKind } from '../lists.ts'
import type { DocumentsTextKey } from '../text.ts'

/** The context that columns are drawn from. */
export interface ColumnContext {
  readonly list: DocumentListKind
  readonly text: Text
  t(key: DocumentsTextKey, parameters?: Record<string, string | number>): string
  link(row: DocumentRow): string
  /** The page is left for a row's document. */
  onOpen(row: DocumentRow): void
  /** Rows before this page. */
  readonly first: number
  readonly sort: ListQuery['sort']
  /** 1600 and more: the department is shown in English too; below, the person's card has it. */
  readonly isWide: boolean
  /** The person who reads the list. */
  readonly person: string
  /** The reasons for which rows were not passed, by task. */
  readonly refused: ReadonlyMap<string, string>
}
