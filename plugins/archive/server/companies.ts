import { Forbidden } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { ArchiveCompany } from '../wire.ts'

/** The departments of each company, by its code: every unit whose nearest enterprise has it. */
export async function departmentsByCompany({ organisation, directory }: Pick<Host, 'organisation' | 'directory'>,
  db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const [{ groups }, known] = [await organisation(db), await directory(db)]
  const found = new Map<string, string[]>()
  for (const id of groups.keys()) {
    const company = known.department(id)?.company
    if (company !== undefined) found.set(company, [...(found.get(company) ?? []), id])
  }
  return found
}

/** Companies of which the caller's data scopes open every department, to documents and to budgets: a part of the books is no archive. */
export async function companiesOf(host: Pick<Host, 'organisation' | 'directory' | 'departments'>, db: Db,
  caller: Caller): Promise<readonly string[]> {
  const all = await departmentsByCompany(host, db)
  const scopes = [await host.departments(db, caller, 'document'), await host.departments(db, caller, 'budget')]
  const opens = scopes.map((scope) => (scope === 'all' ? undefined : new Set(scope)))
  return [...all].filter(([, departments]) => opens.every((open) => open === undefined || departments.every((id) => open.has(id)))).map((
    [company],
  ) => company).toSorted()
}

/** @throws Forbidden alike for a company that there is not */
export async function demandCompany(host: Pick<Host, 'organisation' | 'directory' | 'departments'>, db: Db, caller: Caller,
  company: string): Promise<void> {
  if (!(await companiesOf(host, db, caller)).includes(company)) throw new Forbidden('archive.noCompany')
}

/** The names of companies; their code where nobody has named them. */
export async function companyNames(db: Db): Promise<(company: string) => Label> {
  const known = new Map((await dictionaries(db).list('company')).map(({ value, label: cn, localName: en }) => [value, { cn, en }]))
  return (company) => known.get(company) ?? { cn: company, en: company }
}

/** The companies that a person may archive, with their names. */
export async function namedCompanies(host: Pick<Host, 'organisation' | 'directory' | 'departments'>, db: Db,
  caller: Caller): Promise<readonly ArchiveCompany[]> {
  const nameOf = await companyNames(db)
  return (await companiesOf(host, db, caller)).map((value) => ({ value, ...nameOf(value) }))
}
