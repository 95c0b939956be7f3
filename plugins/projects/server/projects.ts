import type { Db } from '../../../server/database/tables.ts'
import { newId } from '../../../server/identity/id.ts'
import { pinyinOf } from '../../../server/identity/search-text.ts'
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
  readonly by: string
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
}

/** Expense projects, and the SAP projects behind R&D projects. */
export const projects = (db: Db) => ({
  /** Adds an expense project, or changes the one of that code. Answers its id. */
  async save({ id = newId(), code, by, ...project }: NewProject): Promise<string> {
    const values = { ...columns(project), update_by: by }
    const row = await db
      .insertInto('expense_project')
      .values({ ...values, id, code, create_by: by })
      .onConflict((conflict) => conflict.column('code').where('del_flag', '=', 0).doUpdateSet((eb) => ({ ...values, version: eb('expense_project.version', '+', 1) })))
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** Maps an R&D project to SAP. The database refuses overlapping periods. */
  async map({ code, name, sapProjectId, department, by, ...rest }: NewActualProject): Promise<void> {
    const { productLine = null, projectType = null, validFrom, validTo = null } = rest
    await db
      .insertInto('actual_project')
      .values({
        id: newId(), rd_project_code: code, rd_project_name: name, sap_project_id: sapProjectId, department_id: department, product_line: productLine,
        project_type: projectType, valid_from: validFrom, valid_to: validTo, create_by: by, update_by: by,
      })
      .execute()
  },

  /** Project managers, by expense project. */
  async managers(): Promise<ReadonlyMap<string, string>> {
    const rows = await db.selectFrom('expense_project').select(['id', 'manager']).where('manager', 'is not', null).execute()
    return new Map(rows.map((row) => [row.id, row.manager ?? '']))
  },
})

function columns({ nameCn, nameEn, departmentIds = [], ...rest }: Omit<NewProject, 'id' | 'code' | 'by'>) {
  const { projectType = null, manager = null, categoryId = null, sapId = null, startDate = null, endDate = null } = rest
  return {
    name_cn: nameCn, name_en: nameEn, project_type: projectType, manager, department_ids: [...departmentIds], category_id: categoryId,
    sap_id: sapId, start_date: startDate, end_date: endDate, pinyin: pinyinOf(nameCn),
  }
}
