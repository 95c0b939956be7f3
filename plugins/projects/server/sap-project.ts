import { type RawBuilder, sql } from 'kysely'
import './tables.ts'

/** SQL subquery for the SAP project to which a project is mapped on a day; takes both as columns of the outer query. */
export const sapProjectOn = (project: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select mapped.sap_project_id from expense_project booked join actual_project mapped on mapped.rd_project_code = booked.code
    where booked.id = ${project} and mapped.status = '1' and mapped.del_flag = 0
      and ${day} between mapped.valid_from and coalesce(mapped.valid_to, 'infinity') limit 1)`
