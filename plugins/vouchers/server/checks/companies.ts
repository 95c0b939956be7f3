import type { Db } from '#server/database/tables.ts'
import type { Buyers } from './comparison.ts'

/** Our companies as invoices name them. */
export async function ourCompanies(db: Db): Promise<Buyers> {
  const companies = await db.selectFrom('sys_dict_data').select(['value', 'label', 'local_name']).where('type', '=', 'company').execute()
  const byName = new Map(companies.flatMap(({ value, label, local_name: english }) => [label, english].flatMap((name) => (name ? [[plain(name), value] as const] : []))))
  return {
    companyOf: ({ buyerName }) => (buyerName ? byName.get(plain(buyerName.value)) : undefined),
    nameOf: (company) => companies.find(({ value }) => value === company)?.label,
  }
}

/** Names are the same in full or half width, with or without spaces. */
const plain = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
