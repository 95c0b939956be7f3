import { sql } from 'kysely'
import type { Plugin } from '#kernel/plugin.ts'
import { pathOfCalls } from '#kernel/resource.ts'
import type { Db } from '#server/database/tables.ts'
import type { ImportColumn } from '#server/imports/importer.ts'
import { importColumns } from '#server/resources/columns.ts'

export type Cells = Readonly<Record<string, string>>

/**
 * Sample rows of imports by name, in `plugins/<module>/server/testing-import-samples.ts`. An import declared by a resource only needs
 * one where rows generated from its columns are invalid; an import with its own importer always needs one.
 */
export type ImportSamples = Readonly<Record<string, ImportSample>>

interface ImportSample {
  /** Creates the nth row, by column key; each is a different record. */
  readonly rows: (company: ImportCompany) => RowFactory | Promise<RowFactory>
  /** Rows that are invalid as a whole. */
  readonly refusals?: readonly WrongRow[]
  /** An importer that is not derived from a declaration. */
  readonly importer?: Importer
}

type RowFactory = (n: number) => Cells

/** The demo company, into which the tests import. */
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
  /** Whether importing a row again updates its record; otherwise a repeated row is refused. */
  readonly updates: boolean
  readonly allOrNothing: boolean
}

/** A row that is invalid as a whole; `at` is the expected column key, or empty for the row. */
export interface WrongRow {
  readonly what: string
  /** The cells that differ from a valid row, which precedes it in the same file. */
  readonly cells: (right: Cells, company: ImportCompany) => Cells | Promise<Cells>
  readonly at: string
  /** A part of the expected reason. */
  readonly cn: string
}

export const defineImportSamples = (samples: ImportSamples): ImportSamples => samples

export const wrong = (what: string, at: string, cn: string, cells: Cells | WrongRow['cells']): WrongRow => ({ what, at, cn,
  cells: typeof cells === 'function' ? cells : () => cells })

/** The first code among the records of a table that are not deleted. */
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

/** An import of the product with valid rows. */
export interface TriedImport extends Importer {
  /** Id of its module. */
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

/** Generates a row: texts differ from row to row, other values are the same. */
const madeUp = (columns: readonly ImportColumn[], { department, person }: ImportCompany, n: number): Cells =>
  Object.fromEntries(
    columns.map((
      { key, field: { kind, options, min = 1 } },
    ) => [key,
      ({ department, person, date: '2031-01-01', switch: '是', money: '1200.50', integer: String(min), select: options?.[0]?.cn,
        text: `HX-${n}` } as Cells)[kind] ?? '']
    ),
  )
