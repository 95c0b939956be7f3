import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { readWorkbook } from '#server/workbooks/read.ts'
import { workerQueue } from '#server/concurrency/worker-queue.ts'
import type { Host } from '#server/host.ts'
import type { Importer } from '../importer.ts'
import { layoutOf } from '../reading/uploaded-sheet.ts'
import { columnListsOf, type TemplateDependencies, templateOf } from '../template/template.ts'
import type { WorkbookContent } from './workbook-contents.ts'
import type { FilledTemplate, OwnTemplate } from './worker.ts'

const fill = workerQueue<OwnTemplate, FilledTemplate>({ file: new URL('./worker.ts', import.meta.url), timeout: 15_000, memory: 256,
  growth: 400, longestQueue: 16, kept: 30_000 })

type ImportColumns = Pick<Importer<never, never>, 'columns' | 'others' | 'cn' | 'en'> & {
  readonly identity?: { readonly columns: readonly string[] }
}

/**
 * Finds the problems of a workbook as an import's template: unknown, repeated or missing headings. Without problems, each content that
 * the handed-out workbooks would lose is reported for confirmation.
 * @throws Refused for a file that is not a workbook
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
 * A company's own template with the drop-downs of its columns; undefined where it contains columns that the caller may not fill in, or
 * that the import no longer has: then the product's template is used.
 */
async function filledTemplate(content: Uint8Array, importer: ImportColumns, parts: TemplateDependencies): Promise<Buffer | undefined> {
  const layout = layoutOf(await readWorkbook(content), importer)
  if (!layout || layout.problems.length > 0) return undefined
  const lists = await columnListsOf(layout.columns, parts, layout.places)
  const filled = await fill({ content, headerRow: layout.row, lists }).catch(() => {
    throw new Refused('workbooks.busy')
  })
  return Buffer.from(filled.content)
}

interface TemplateRequest extends Omit<TemplateDependencies, 'host'> {
  readonly host: Pick<Host, 'db' | 'references' | 'clock' | 'directory' | 'importTemplates' | 'departments'>
  /** See {@link ImportTemplateQuery}. */
  readonly target: string
}

/** The template: the company's own if there is one, else the product's. */
export async function templateFor<Value, Lookups>(importer: Importer<Value, Lookups>,
  { target, ...parts }: TemplateRequest): Promise<Buffer> {
  const { host, caller, locale } = parts
  const own = await host.importTemplates?.find(host.db, { target, locale, company: await companyOf(host, caller) })
  return (own && (await filledTemplate(own, importer, parts))) ?? templateOf(importer, parts)
}

async function companyOf(host: TemplateRequest['host'], { departments: [main] }: TemplateRequest['caller']): Promise<string | null> {
  return main === undefined ? null : ((await host.directory(host.db)).department(main)?.company ?? null)
}
