import type { Db } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'

/** Name of the company that a department belongs to; null where it has none. */
export type CompanyOf = (department: string | null) => string | null

/** Returns the function that names the company of a department. */
export async function companiesOf(host: DocumentHost, db: Db): Promise<CompanyOf> {
  const [directory, label] = [await host.directory(db, ''), await host.dictionary(db)]
  return (department) => {
    const company = department === null ? undefined : directory.department(department)?.company
    return company === undefined ? null : (label('company', company) ?? company)
  }
}
