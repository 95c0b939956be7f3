import { sql } from 'kysely'
import { dataOf, defineReadProbes, oneByOne } from '#server/architecture-tests/probes.ts'
import { units, unitsOf } from '#server/architecture-tests/scope-company.ts'

const path = '/oaserver/contract'

export default defineReadProbes({
  /** A contract of each unit. */
  async plant(db) {
    for (const { id } of units) {
      await sql`insert into contract_ledger (id, contract_no, contract_name, contract_class, contract_type, subject_type, currency_type,
        amount, sign_company, counterparty, prepay_percent, sign_date, expiry_date, owner_person, department_id)
        values (${`contract-${id}`}, ${`HT-${id}`}, '一号', 'purchase', 'single', 'material', 'CNY', 100, 'SZ', '对方', 100, '2026-01-01',
          '2027-01-01', 'nobody', ${id})`
        .execute(
          db,
        )
    }
  },
  scoped: ({ ask }) => ({
    [`POST ${path}/partPage`]: {
      seen: async (person) =>
        (await dataOf<{ records: { id: string }[] }>(ask(person, 'POST', `${path}/partPage`, { size: 100 }))).records.map(({ id }) => id)
          .toSorted(),
      expected: (person) => unitsOf(person).map(({ id }) => `contract-${id}`).toSorted(),
    },
    [`GET ${path}/:id/book`]: oneByOne(ask, { things: () => units, request: (id) => ['GET', `${path}/contract-${id}/book`], of: unitsOf }),
  }),
})
