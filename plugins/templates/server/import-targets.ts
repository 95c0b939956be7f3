import { Missing, Refused } from '#kernel/errors.ts'
import { editableFields } from '#kernel/evaluate/access/editable.ts'
import type { Form } from '#kernel/form.ts'
import { rowImporter } from '#server/documents/rows/table-rows.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Importer } from '#server/imports/importer.ts'
import { templateProblems } from '#server/imports/own-template/own-template.ts'
import { importersOf } from '#server/imports/registered-importers.ts'
import type { ImportTarget } from '../wire.ts'

type ImportColumns = Pick<Importer<never, never>, 'columns' | 'others' | 'cn' | 'en' | 'notes' | 'allOrNothing'> & {
  readonly identity?: { readonly columns: readonly string[] }
}

/** Import targets: records, then tables of forms. */
export const importTargets = (host: Host): readonly ImportTarget[] => [
  ...[...importersOf(host).values()].map(({ id, cn, en }) => ({ target: id, cn, en, businessType: null })),
  ...host.plugins.flatMap(({ forms }) => forms).flatMap((form) =>
    tablesOf(form).map(([table, { cn, en }]) => ({ target: `${form.key}.${table}`, cn: `${form.cn} · ${cn}`, en: `${form.en} · ${en}`,
      businessType: form.key })
    )
  ),
]

/** Tables that the initiator can edit. */
function tablesOf(form: Form) {
  const editable = editableFields(form, 'start')
  return Object.entries(form.fields).filter(([key, { kind, columns = {} }]) =>
    kind === 'table' && editable(key) && Object.keys(columns).some((column) => editable(`${key}.${column}`))
  )
}

/** Finds an import target. @throws Missing */
export function importTarget(host: Host, target: string): ImportTarget {
  const found = importTargets(host).find((each) => each.target === target)
  if (!found) throw new Missing('templates.noImport')
  return found
}

/** Columns of a target's importer. @throws Missing */
export function targetImporter(host: Host, caller: Caller, target: string): ImportColumns {
  const { businessType } = importTarget(host, target)
  if (businessType === null) return importersOf(host).get(target) ?? missing()
  const form = host.plugins.flatMap(({ forms }) => forms).find(({ key }) => key === businessType) ?? missing()
  return rowImporter({ host, form, caller }, target.slice(businessType.length + 1))
}

function missing(): never {
  throw new Missing('templates.noImport')
}

/**
 * Validates a workbook as an import template: column headers must be known, and contents that issued workbooks would lose must be
 * confirmed.
 * @throws Refused with all problems
 */
export async function demandWorkbook(content: Uint8Array, importer: ImportColumns, isConfirmed: boolean): Promise<void> {
  const found = await templateProblems(content, importer)
  const problems = isConfirmed ? found.filter(({ level }) => level !== 'confirm') : found
  const [first] = problems
  if (!first) return
  throw new Refused(first.level === 'confirm' ? 'templates.loses' : 'templates.wrong', { count: problems.length },
    problems.map((problem) => ({ field: 'file', ...problem })))
}
