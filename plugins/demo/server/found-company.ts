import { todayOf } from '#kernel/values/dates.ts'
import { splitName } from '#kernel/wording/names.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { Host } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import { sapChoices, saveCompany } from './company/save-company.ts'
import { units } from './company/organisation.ts'
import { type DemoSamples, inOrder } from './extension-points.ts'
import { demandModules } from './modules.ts'

/**
 * Creates the demo company in an empty product at the host's current time: people, dictionaries and the records that modules bring, without
 * documents.
 * @param password hash of everyone's password
 */
export async function foundCompany(db: Db, host: Host, password: string, samples: readonly DemoSamples[]): Promise<void> {
  demandModules(host)
  const at = host.clock.now()
  await saveCompany(db, host, password)
  await saveChoices(db, at)
  for (const each of inOrder(samples)) await each.records?.(db, { host, day: todayOf(at), at })
}

/** Saves company-specific dictionary items: enterprises and banks. */
async function saveChoices(db: Db, at: Date): Promise<void> {
  const companies = units.filter(({ type }) => type === 'ENTERPRISE').map(({ id, name }) => ({ value: id.toUpperCase(),
    ...splitName(name) })
  )
  await dictionaries(db).synchronise([
    { key: 'company', cn: '公司', en: 'Company', items: companies },
    ...sapChoices,
    { key: 'companyCar', cn: '公司车辆', en: 'Company car', items: companyCars },
    { key: 'bank', cn: '银行', en: 'Bank', items: Object.entries(banks).map(([cn, en]) => ({ value: cn, cn, en })) },
  ], at)
}

/** Company cars by invented number plates. */
const companyCars = [
  { value: '苏EH6606', cn: '苏EH6606 别克GL8', en: '苏EH6606 Buick GL8' },
  { value: '苏EH6618', cn: '苏EH6618 大众帕萨特', en: '苏EH6618 VW Passat' },
  { value: '粤SD8808', cn: '粤SD8808 丰田赛那', en: '粤SD8808 Toyota Sienna' },
]

/** Chinese and English names of banks. */
const banks: Readonly<Record<string, string>> = {
  招商银行: 'China Merchants Bank',
  中国工商银行: 'ICBC',
  中国建设银行: 'China Construction Bank',
  中国银行: 'Bank of China',
  中国农业银行: 'Agricultural Bank of China',
  交通银行: 'Bank of Communications',
  浦发银行: 'SPD Bank',
  中信银行: 'China CITIC Bank',
  宁波银行: 'Bank of Ningbo',
  越南外贸银行: 'Vietcombank',
}
