import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'

/** The import of a page: `{path}/template` and `{path}/import` are the calls. */
export interface ImportButtonProps {
  /** Below the client's base, e.g. `/budgetservice/exchangeRate`. */
  readonly path: string
  /** The name of what is imported, e.g. 汇率 / exchange rates. */
  readonly title: Label
  readonly permission: Permission
  /** Fields that go with the file, e.g. the budget year. */
  readonly fields?: Readonly<Record<string, string>>
  /** Records were written: the page reads them again. */
  onWritten?(): void
}

/** The export of a page: `{path}/export` is the call. */
export interface ExportButtonProps {
  readonly path: string
  readonly title: Label
  /** Without it, everybody exports what they see. */
  readonly permission?: Permission
  /** The list's filters, as its own call takes them. */
  readonly query?: Readonly<Record<string, unknown>>
}
