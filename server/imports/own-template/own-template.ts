import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { readWorkbook } from '#server/workbooks/read.ts'
import { workerQueue } from '#server/concurrency/worker-queue.ts'
import type { Importer } from '../importer.ts'
import { layoutOf } from '../reading/layout.ts'
import { columnListsOf, type TemplateDependencies } from '../template/template.ts'
import type { WorkbookContent } from './workbook-contents.ts'
import type { FilledTemplate, OwnTemplate } from './worker.ts'

const fill = workerQueue<OwnTemplate, FilledTemplate>({ file: new URL('./worker.ts', import.meta.url), timeout: 15_000, memory: 256,
  growth: 400, longestQueue: 16, kept: 30_000 })

type ImportColumns = Pick<Importer<never, never>, 'columns' | 'others' | 'cn' | 'en'> & {
  readonly identity?: { readonly columns: readonly string[] }
}

/**
 * Finds what keeps a workbook from being the template of an import: heads that it does not know, that stand twice or are lacking. Where
 * nothing does, each content that would not be in the workbooks that are handed out is one to confirm.
 * @throws Refused for what is no workbook
 */
export async function templateProblems(content: Uint8Array, importer: ImportColumns): Promise<readonly Omit<FieldProblem, 'field'>[]> {
  const layout = layoutOf(await readWorkbook(content), importer)
  if (!layout) return [{ code: 'imports.head.none' }]
  if (layout.problems.length > 0) return layout.problems
  const lists = { lists: [], codes: 'codes', name: 'name' }
  return fill({ content, headerRow: layout.row, lists, compares: true }).then(({ lost }) => lost.map(lossOf),
    () => [{ code: 'workbooks.damaged' }])
}

function lossOf({ kind, name, sheet }: WorkbookContent): Omit<FieldProblem, 'field'> {
  const code = `imports.lost.${sheet === '' ? '' : 'sheet.'}${name === '' ? 'unnamed' : 'named'}`
  return { code, parameters: { kind, name, sheet }, level: 'confirm' }
}

/**
 * A company's own template with the drop-downs of its columns; undefined where it names columns that the caller may not
 * fill in, or that the import no longer has: the product's own template is right then.
 */
export async function filledTemplate(content: Uint8Array, importer: ImportColumns,
  parts: TemplateDependencies): Promise<Buffer | undefined> {
  const layout = layoutOf(await readWorkbook(content), importer)
  if (!layout || layout.problems.length > 0) return undefined
  const lists = await columnListsOf(layout.columns, parts, layout.places)
  const filled = await fill({ content, headerRow: layout.row, lists }).catch(() => {
    throw new Refused('workbooks.busy')
  })
  return Buffer.from(filled.content)
}
