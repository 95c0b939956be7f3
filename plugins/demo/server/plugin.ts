import { transaction } from '../../../server/database/transaction.ts'
import { dictionaries } from '../../../server/identity/dictionaries.ts'
import { defineServer, type Host, type Workplace } from '../../../server/plugin.ts'
import { nowOf, instantOf, todayOf } from '../../../src/kernel/dates.ts'
import { splitName } from '../../../src/kernel/names.ts'
import type { Db } from '../../../server/database/tables.ts'
import { playClaims } from './claims/play.ts'
import { accounts } from './company/accounts.ts'
import { personId, saveCompany } from './company/save-company.ts'
import { units } from './company/units.ts'
import { bankNames, saveBanks } from './masters/banks.ts'
import { saveBudgets } from './masters/budgets.ts'
import { saveCategories } from './masters/categories.ts'
import { saveCostCenters } from './masters/cost-centers.ts'
import { saveCurrencies } from './masters/finance.ts'

export default defineServer({
  id: 'demo',
  seed,
  demoAccounts: async (db) => ((await isSeeded(db)) ? accounts : []),
})

/** Fills an empty product once: company, masters, then a year of documents. All of it or nothing. */
async function seed(workplace: Workplace): Promise<void> {
  const { host } = workplace
  await transaction(host.db, async (db) => {
    if (await hasPeople(db)) return
    const anchor = anchorOf(host)
    const day = todayOf(anchor)
    const by = personId('finance')
    await saveCompany(db, host)
    await saveChoices(db)
    await saveCurrencies(db, day, by)
    await saveCategories(db, by)
    await saveCostCenters(db, by)
    await saveBudgets(db, day, by)
    await saveBanks(db, by)
    await playClaims(workplace, db, anchor)
  })
}

async function isSeeded(db: Db): Promise<boolean> {
  return (await db.selectFrom('sys_user').select('id').where('id', '=', personId('admin')).executeTakeFirst()) !== undefined
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('sys_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The demo company's present: the evening of DEMO_TODAY, or now. */
function anchorOf({ env, clock }: Host): Date {
  const now = clock.now()
  return (env.demoToday && instantOf(`${env.demoToday} ${nowOf(now).slice(11)}`)) || now
}

/** Choices that are the company's own: its enterprises and its banks. */
async function saveChoices(db: Db): Promise<void> {
  const companies = units.filter(({ type }) => type === 'ENTERPRISE').map(({ id, name }) => ({ value: id.toUpperCase(), ...splitName(name) }))
  await dictionaries(db).synchronise([
    { key: 'company', cn: '公司', en: 'Company', items: companies },
    { key: 'bank', cn: '银行', en: 'Bank', items: bankNames.map((cn) => ({ value: cn, cn, en: englishBanks[cn] ?? cn })) },
  ])
}

const englishBanks: Readonly<Record<string, string>> = {
  招商银行: 'China Merchants Bank', 中国工商银行: 'ICBC', 中国建设银行: 'China Construction Bank', 中国银行: 'Bank of China', 中国农业银行: 'Agricultural Bank of China',
  交通银行: 'Bank of Communications', 浦发银行: 'SPD Bank', 中信银行: 'China CITIC Bank', 宁波银行: 'Bank of Ningbo', 越南外贸银行: 'Vietcombank',
}
