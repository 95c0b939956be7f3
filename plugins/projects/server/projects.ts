import { sql } from 'kysely'
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
