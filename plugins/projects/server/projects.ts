import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import './tables.ts'

export interface NewProject {
  readonly id?: string
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  readonly projectType?: string | null
  readonly manager?: string | null
  readonly departmentIds?: readonly string[]
  readonly categoryId?: string | null
  readonly sapId?: string | null
  /** yyyy-MM-dd */
  readonly startDate?: string | null
  readonly endDate?: string | null
  /** 1: in progress, 2: finished, 3: terminated. */
  readonly status?: '1' | '2' | '3'
  readonly by: string
  readonly at: Date
}

export interface NewActualProject {
  readonly code: string
  readonly name: string
  readonly sapProjectId: string
  readonly department: string
  readonly productLine?: string | null
  readonly projectType?: string | null
  readonly validFrom: string
  readonly validTo?: string | null
  readonly by: string
  readonly at: Date
}

/** Expense projects, and the mapping of R&D projects to SAP projects. */
export const projects = (db: Db) => ({
  /** Inserts an expense project, or updates the one with the same code. Returns its id. */
  async save({ id = newId(), code, by, at, ...project }: NewProject): Promise<string> {
    const values = { ...columns(project), update_by: by, update_time: at }
    const row = await db
      .insertInto('expense_project')
      .values({ ...values, id, code, create_by: by, create_time: at })
      .onConflict((conflict) =>
        conflict.column('code').where('del_flag', '=', sql.lit(0)).doUpdateSet((eb) => ({ ...values,
          version: eb('expense_project.version', '+', 1) })
        )
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** Maps an R&D project to an SAP project for a period. The database refuses overlapping periods. */
  async map({ code, name, sapProjectId, department, by, at, ...rest }: NewActualProject): Promise<void> {
    const { productLine = null, projectType = null, validFrom, validTo = null } = rest
    await db
      .insertInto('actual_project')
      .values({
        id: newId(),
        rd_project_code: code,
        rd_project_name: name,
        sap_project_id: sapProjectId,
        department_id: department,
        product_line: productLine,
        project_type: projectType,
        valid_from: validFrom,
        valid_to: validTo,
        create_by: by,
        update_by: by,
        create_time: at,
        update_time: at,
      })
      .execute()
  },

  /** Returns whether another project has the name or the code. */
  async isTaken({ name, code, except }: { name: string; code: string; except: string }): Promise<boolean> {
    const row = await db
      .selectFrom('expense_project')
      .select('id')
      .where('del_flag', '=', 0)
      .where('id', '<>', except)
      .where((eb) => eb.or([eb('name_cn', '=', name), eb('code', '=', code)]))
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Returns whether a project is mapped to an SAP project on a day (yyyy-MM-dd). */
  async isMapped(id: string, day: string): Promise<boolean> {
    const row = await db
      .selectFrom('expense_project')
      .innerJoin('actual_project', 'actual_project.rd_project_code', 'expense_project.code')
      .select('actual_project.id')
      .where('expense_project.id', '=', id)
      .where('actual_project.status', '=', '1')
      .where('actual_project.del_flag', '=', 0)
      .where('actual_project.valid_from', '<=', day)
      .where((eb) => eb.or([eb('actual_project.valid_to', 'is', null), eb('actual_project.valid_to', '>=', day)]))
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  /** Codes with a prefix. */
  async codesLike(beginning: string): Promise<readonly string[]> {
    const rows = await db.selectFrom('expense_project').select('code').where('code', 'like', `${beginning}%`).execute()
    return rows.map(({ code }) => code)
  },

  /** Deletes an unused project and its mapping. */
  async withdraw(id: string): Promise<void> {
    const row = await db.deleteFrom('expense_project').where('id', '=', id).returning('code').executeTakeFirst()
    if (row) await db.deleteFrom('actual_project').where('rd_project_code', '=', row.code).execute()
  },

  /** Ids of the project managers, by project id. */
  async managers(): Promise<ReadonlyMap<string, string>> {
    const rows = await db.selectFrom('expense_project').select(['id', 'manager']).where('manager', 'is not', null).execute()
    return new Map(rows.map((row) => [row.id, row.manager ?? '']))
  },
})

const unsaid = { projectType: null, manager: null, departmentIds: [], categoryId: null, sapId: null, startDate: null, endDate: null,
  status: '1' } as const

function columns(project: Omit<NewProject, 'id' | 'code' | 'by' | 'at'>) {
  const { nameCn, nameEn, projectType, manager, departmentIds, categoryId, sapId, startDate, endDate, status } = { ...unsaid, ...project }
  return {
    name_cn: nameCn,
    name_en: nameEn,
    project_type: projectType,
    manager,
    department_ids: [...(departmentIds ?? [])],
    category_id: categoryId,
    sap_id: sapId,
    start_date: startDate,
    end_date: endDate,
    status,
    pinyin: pinyinOf(nameCn),
  }
}

/** Project as read from the leading system. */
interface LeadingProject {
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
}

/**
 * Updates the names of projects by their SAP project. New ones are inserted disabled, until somebody sets their manager and departments.
 */
export async function takeOverProjects(db: Db, rows: readonly LeadingProject[],
  { by, at }: { readonly by: string; readonly at: Date }): Promise<{ added: number; changed: number; failed: number }> {
  const fit = [
    ...new Map(
      rows.filter(({ code, nameCn, nameEn }) => code !== '' && code.length <= 30 && nameCn !== '' && nameEn !== '').map((
        row,
      ) => [row.code, row]),
    ).values(),
  ]
  const failed = rows.length - fit.length
  if (fit.length === 0) return { added: 0, changed: 0, failed }
  const newRows = sql`unnest(${fit.map(() => newId())}::text[], ${fit.map(({ code }) => code)}::text[], ${
    fit.map(({ nameCn }) => nameCn.slice(0, 30))
  }::text[], ${fit.map(({ nameEn }) => nameEn.slice(0, 30))}::text[], ${fit.map(({ nameCn }) => pinyinOf(nameCn))}::text[])
    as row (id, code, name_cn, name_en, pinyin)`
  const { rows: changed } = await sql`
    update expense_project set name_cn = row.name_cn, name_en = row.name_en, pinyin = row.pinyin, update_by = ${by}, update_time = ${at},
      version = expense_project.version + 1
    from ${newRows} where expense_project.sap_id = row.code and expense_project.del_flag = 0
      and (expense_project.name_cn, expense_project.name_en) is distinct from (row.name_cn, row.name_en)
    returning expense_project.id`.execute(db)
  const { rows: added } = await sql`
    insert into expense_project (id, code, name_cn, name_en, sap_id, pinyin, enable, create_by, update_by, create_time, update_time)
    select row.id, row.code, row.name_cn, row.name_en, row.code, row.pinyin, false, ${by}, ${by}, ${at}::timestamptz, ${at}::timestamptz
    from ${newRows} where not exists (select from expense_project known where known.sap_id = row.code and known.del_flag = 0)
    on conflict (code) where del_flag = 0 do nothing
    returning id`.execute(db)
  return { added: added.length, changed: changed.length, failed }
}

/** SQL subquery for the SAP project to which a project is mapped on a day; takes both as columns of the outer query. */
export const sapProjectOn = (project: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select mapped.sap_project_id from expense_project booked join actual_project mapped on mapped.rd_project_code = booked.code
    where booked.id = ${project} and mapped.status = '1' and mapped.del_flag = 0
      and ${day} between mapped.valid_from and coalesce(mapped.valid_to, 'infinity') limit 1)`

/** Row of a document, with its id in the budget ledger, and the project it is charged to. */
export interface Charge {
  readonly row: string
  readonly project: string
}

/** Charges of documents to projects. Runs in the caller's transaction. */
export const charges = (db: Db) => ({
  /** Number of a live document that is charged to the project. */
  async numberOf(project: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('project_charge')
      .innerJoin('document', 'document.id', 'project_charge.document_id')
      .select('document.number')
      .where('project_charge.project_id', '=', project)
      .where('document.state', 'in', ['inApproval', 'completed'])
      .limit(1)
      .executeTakeFirst()
    return row?.number
  },

  /** Replaces the charges of a document; `isNew` skips the deletion. */
  async keep(document: string, rows: readonly Charge[], { isNew = false }: { readonly isNew?: boolean } = {}): Promise<void> {
    if (!isNew)
      await db.deleteFrom('project_charge').where('document_id', '=', document).where(
        sql<boolean>`row_id <> all(${rows.map(({ row }) => row)}::text[])`,
      ).execute()
    if (rows.length === 0) return
    await db
      .insertInto('project_charge')
      .values(rows.map(({ row, project }) => ({ document_id: document, row_id: row, project_id: project })))
      .onConflict((conflict) =>
        conflict.columns(['document_id', 'row_id']).doUpdateSet((eb) => ({ project_id: eb.ref('excluded.project_id') }))
      )
      .execute()
  },
})
