import { type AccessCase, dataOf, defineReadProbes, idsOf, oneByOne } from '#server/architecture-tests/probes.ts'
import { opens, type ScopePerson, units } from '#server/architecture-tests/scope-company.ts'
import type { Db } from '#server/database/tables.ts'

const enterpriseOf = (id: string | null): string | undefined => {
  const unit = units.find((each) => each.id === id)
  return unit?.type === 'ENTERPRISE' ? unit.id : unit && enterpriseOf(unit.parent)
}
const companies = units.filter(({ type }) => type === 'ENTERPRISE').map(({ id }) => ({ id }))

/** Companies of which a person's roles open every unit. */
const whole = (person: ScopePerson) =>
  companies.filter(({ id }) => units.every((unit) => enterpriseOf(unit.id) !== id || opens(person, unit.id)))

/** A ready package of each company. */
async function plant(db: Db): Promise<void> {
  const at = new Date('2026-02-01')
  for (const { id } of companies) {
    await db.insertInto('archive_package').values({ id, company: id, period: '2026-01', language: 'cn', state: 'ready',
      requested_by: 'judge', requested_at: at, documents_total: 0, zip_path: null }).execute()
    await db.insertInto('archive_seal').values({ company: id, number: 1, package: id, manifest_sha256: id, previous_sha256: null,
      path: `archives/${id}.zip`, size: '1', sha256: id, files: 1, documents: 0, totals: JSON.stringify({ spent: '0.00' }), sealed_at: at })
      .execute()
  }
}

export default defineReadProbes({
  plant,
  scoped: ({ ask }) => {
    const expected: AccessCase['expected'] = (person) => idsOf(whole(person))
    return {
      'GET /oaserver/archive/companies': { expected,
        seen: async (person) =>
          (await dataOf<readonly { value: string }[]>(ask(person, 'GET', '/oaserver/archive/companies'))).map(({ value }) => value)
            .toSorted() },
      'POST /oaserver/archive/page': { expected,
        seen: async (person) =>
          idsOf((await dataOf<{ records: readonly { id: string }[] }>(ask(person, 'POST', '/oaserver/archive/page', {}))).records) },
      'GET /oaserver/archive/:id/downloads': oneByOne(ask, { things: () => companies,
        request: (id) => ['GET', `/oaserver/archive/${id}/downloads`], of: whole }),
    }
  },
})
