import type { Db } from '#server/database/tables.ts'
import '../titles/tables.ts'
import { lostCharacter } from '../reading/page/characters.ts'
import type { Buyers } from './comparison.ts'

/** Our companies by the names on invoices, from the company list and the billing details. */
export async function ourCompanies(db: Db): Promise<Buyers> {
  const companies = await db.selectFrom('sys_dict_data').select(['value', 'label', 'local_name']).where('type', '=', 'company').execute()
  const titles = await db.selectFrom('invoice_title').select(['company', 'title', 'tax_no']).where('del_flag', '=', 0).where('enable', '=',
    true).orderBy('tax_no').execute()
  const named = [...companies.flatMap(({ value, label, local_name: english }) => [[label, value], [english, value]] as const),
    ...titles.map(({ title, company }) => [title, company] as const)]
  const byName = new Map(named.flatMap(([name, value]) => (name ? [[plain(name), value] as const] : [])))
  const byTaxNo = new Map(titles.map(({ tax_no: taxNo, company }) => [taxNo, company]))
  return {
    companyOf: (
      { buyerName, buyerTaxNo },
    ) => (buyerName && !buyerName.value.includes(lostCharacter)
      ? byName.get(plain(buyerName.value))
      : buyerTaxNo && byTaxNo.get(plain(buyerTaxNo.value).toUpperCase())),
    nameOf: (company) => companies.find(({ value }) => value === company)?.label,
    taxNosOf: (company) => titles.filter((title) => title.company === company).map(({ tax_no: taxNo }) => taxNo),
  }
}

/** Normalises a name: half width, without spaces. */
const plain = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
