import { sql } from 'kysely'
import type { Plugin } from '#kernel/plugin.ts'
import { pathOfCalls } from '#kernel/resource.ts'
import type { Db } from '#server/database/tables.ts'
import type { ImportColumn } from '#server/imports/importer.ts'
import { importColumns } from '#server/resources/import-columns.ts'

export type Cells = Readonly<Record<string, string>>

/**
 * The rows with which an import is tried, by its name, in `plugins/<module>/server/import-samples.ts`. An import that a resource declares
 * needs none where a row made up from its columns is right; one with an importer of its own needs one.
 */
export type ImportSamples = Readonly<Record<string, ImportSample>>

interface ImportSample {
  /** Makes the n-th row, by column key; two of them are never the same record. */
  readonly rows: (company: ImportCompany) => RowFactory | Promise<RowFactory>
  /** Rows that are wrong by what they mean. */
  readonly refusals?: readonly WrongRow[]
  /** An import that no declaration says. */
  readonly importer?: Importer
}

type RowFactory = (n: number) => Cells

/** The demo company, in which the imports are tried. */
export interface ImportCompany {
  readonly db: Db
  /** Code of a department with a budget. */
  readonly department: string
  /** Job number of a person. */
  readonly person: string
}

/** The address of an import, and the columns of its file. */
export interface Importer {
  readonly table: string
  readonly path: string
  readonly columns: readonly ImportColumn[]
  /** A second import finds a record again; otherwise the same row twice is refused. */
  readonly updates: boolean
  readonly allOrNothing: boolean
}

/** A row that is wrong by what it means, and where that is said: a column's key, or nothing for the row. */
export interface WrongRow {
  readonly what: string
  /** The cells in which it differs from a right row, which stands above it in the same file. */
  readonly cells: (right: Cells, company: ImportCompany) => Cells | Promise<Cells>
  readonly at: string
  /** A part of the reason. */
  readonly cn: string
}

export const defineImportSamples = (samples: ImportSamples): ImportSamples => samples

export const wrong = (what: string, at: string, cn: string, cells: Cells | WrongRow['cells']): WrongRow => ({ what, at, cn,
  cells: typeof cells === 'function' ? cells : () => cells })

/** The first code in use of a table. */
export async function firstCode(db: Db, table: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`select code from ${sql.table(table)} where del_flag = 0 order by code limit 1`.execute(db)
  return rows[0]?.code ?? ''
}

/** `7` as `007`. */
export const padded = (n: number, length: number): string => String(n).padStart(length, '0')

export async function importCompany(db: Db): Promise<ImportCompany> {
  const unit = await db.selectFrom('sys_group').select('code').where('id', '=', 'sz-quality').executeTakeFirst()
  const user = await db.selectFrom('sys_user').select('job_number').where('user_name', '=', 'employee').executeTakeFirst()
  return { db, department: unit?.code ?? '', person: user?.job_number ?? '' }
}

/** An import of the product, and rows that it takes. */
export interface TriedImport extends Importer {
  /** Module that it belongs to. */
  readonly module: string
  readonly rows: ImportSample['rows']
}

/** Every import of the product by its name: those of declared resources, and those that the samples say. */
export function triedImports(plugins: readonly Plugin[], samples: ReadonlyMap<string, ImportSamples>): ReadonlyMap<string, TriedImport> {
  const declared = plugins.flatMap((plugin) =>
    plugin.resources.flatMap(({ import: imported, ...resource }): [string, TriedImport][] => {
      if (!imported) return []
      const { name, table } = resource
      const columns = importColumns({ ...resource, import: imported })
      const rows = samples.get(plugin.id)?.[name]?.rows ?? ((company: ImportCompany) => (n: number) => madeUp(columns, company, n))
      return [[name, { module: plugin.id, table, path: pathOfCalls(resource), columns, updates: imported.onMatch === 'update',
        allOrNothing: imported.allOrNothing === true, rows }]]
    })
  )
  const own = [...samples].flatMap(([module, each]) =>
    Object.entries(each).flatMap((
      [name, { importer, rows }],
    ): [string, TriedImport][] => (importer ? [[name, { ...importer, module, rows }]] : []))
  )
  return new Map([...own, ...declared])
}

/** Texts differ from row to row; whatever else there is may be the same in all. */
const madeUp = (columns: readonly ImportColumn[], { department, person }: ImportCompany, n: number): Cells =>
  Object.fromEntries(
    columns.map((
      { key, field: { kind, options, min = 1 } },
    ) => [key,
      ({ department, person, date: '2031-01-01', switch: '是', money: '1200.50', integer: String(min), select: options?.[0]?.cn,
        text: `HX-${n}` } as Cells)[kind] ?? '']
    ),
  )
