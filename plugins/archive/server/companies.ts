import { Forbidden } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { ArchiveCompany } from '../wire.ts'

/** Departments by company code: all units whose nearest enterprise has the code. */
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

/** Companies for which the caller's data scopes of documents and budgets include all departments; partial books cannot be archived. */
export async function companiesOf(host: Pick<Host, 'organisation' | 'directory' | 'departments'>, db: Db,
  caller: Caller): Promise<readonly string[]> {
  const all = await departmentsByCompany(host, db)
  const scopes = [await host.departments(db, caller, 'document'), await host.departments(db, caller, 'budget')]
  const opens = scopes.map((scope) => (scope === 'all' ? undefined : new Set(scope)))
  return [...all].filter(([, departments]) => opens.every((open) => open === undefined || departments.every((id) => open.has(id)))).map((
    [company],
  ) => company).toSorted()
}

/** @throws Forbidden, also for an unknown company */
export async function demandCompany(host: Pick<Host, 'organisation' | 'directory' | 'departments'>, db: Db, caller: Caller,
  company: string): Promise<void> {
  if (!(await companiesOf(host, db, caller)).includes(company)) throw new Forbidden('archive.noCompany')
}

/** Lookup of company names; falls back to the code. */
export async function companyNames(db: Db): Promise<(company: string) => Label> {
  const known = new Map((await dictionaries(db).list('company')).map(({ value, label: cn, localName: en }) => [value, { cn, en }]))
  return (company) => known.get(company) ?? { cn: company, en: company }
}

/** Companies that a person may archive, with names. */
export async function namedCompanies(host: Pick<Host, 'organisation' | 'directory' | 'departments'>, db: Db,
  caller: Caller): Promise<readonly ArchiveCompany[]> {
  const nameOf = await companyNames(db)
  return (await companiesOf(host, db, caller)).map((value) => ({ value, ...nameOf(value) }))
}
