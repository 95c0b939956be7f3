import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'

/** The import of a page; its calls are `{path}/template` and `{path}/import`. */
export interface ImportButtonProps {
  /** Relative to the client's base, e.g. `/budgetservice/exchangeRate`. */
  readonly path: string
  /** Name of the imported records, e.g. 汇率 / exchange rates. */
  readonly title: Label
  readonly permission: Permission
  /** Fields sent with the file, e.g. the budget year. */
  readonly fields?: Readonly<Record<string, string>>
  /** Called when records were written, so that the page refreshes. */
  onWritten?(): void
}

/** The export of a page; its call is `{path}/export`. */
export interface ExportButtonProps {
  readonly path: string
  readonly title: Label
  /** Absent if every person may export the rows they see. */
  readonly permission?: Permission
  /** The list's filters, in the format of its API. */
  readonly query?: Readonly<Record<string, unknown>>
}
