import { saveStarters } from '#plugins/templates/server/public-api.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { Host } from '#server/host.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { personId, saveCompany } from './company/save-company.ts'
import { units } from './company/units.ts'
import { saveUpdates } from './company/updates.ts'
import { bankNames, saveBanks } from './masters/banks.ts'
import { saveBooks } from './library/books.ts'
import { saveBudgets } from './masters/budgets.ts'
import { saveCategories } from './masters/categories.ts'
import { saveOlderContracts } from './masters/contracts.ts'
import { saveCostCenters } from './masters/cost-centers.ts'
import { saveCurrencies } from './masters/finance.ts'
import { saveMaterials } from './masters/materials.ts'
import { saveDingtalkApprovals } from './masters/dingtalk.ts'
import { saveKnownDrivers } from './masters/drivers.ts'
import { saveKnownInvoiceTitles } from './masters/invoice-titles.ts'
import { saveKnownDistances } from './masters/distances.ts'
import { sapChoices } from './sap/choices.ts'
import { saveOffline } from './masters/offline.ts'
import { saveFloorPrices } from './masters/price-bases.ts'
import { saveProjects } from './masters/projects.ts'
import { saveResearch } from './masters/research.ts'
import { demandModules, partsOf } from './modules.ts'
import { savePlaces } from './masters/places.ts'
import { savePartners } from './masters/partners.ts'

/**
 * Founds the demo company in an empty product, at the time of its host's clock: its people, choices and masters, and no document yet.
 * @param password everyone's, hashed
 */
export async function foundCompany(db: Db, host: Host, password: string): Promise<void> {
  demandModules(host)
  const at = host.clock.now()
  await saveCompany(db, host, password)
  await saveChoices(db, at)
  for (const { save } of partsOf(host, masters)) await save(db, { host, day: todayOf(at), at })
}

interface Foundation {
  readonly host: Host
  /** The day that rates and budgets are dated around, yyyy-MM-dd. */
  readonly day: string
  readonly at: Date
}

interface Masters {
  /** The module whose records they are: without it, they are left out. */
  readonly of: string
  save(db: Db, foundation: Foundation): Promise<unknown>
}

const finance = personId('finance')

/** The records of the company, in the order in which they build on each other. */
const masters: readonly Masters[] = [
  { of: 'currencies', save: (db, { day, at }) => saveCurrencies(db, day, { by: finance, at }) },
  { of: 'expense-types', save: (db, { at }) => saveCategories(db, { by: finance, at }) },
  { of: 'cost-centres', save: (db, { day, at }) => saveCostCenters(db, day, { by: finance, at }) },
  { of: 'budgets', save: (db, { day, at }) => saveBudgets(db, day, { by: finance, at }) },
  { of: 'masters', save: (db, { at }) => saveBanks(db, { by: finance, at }) },
  { of: 'masters', save: (db, { at }) => savePartners(db, { by: finance, at }) },
  { of: 'contracts', save: (db, { day, at }) => saveOlderContracts(db, day, { by: personId('sunyue'), at }) },
  { of: 'masters', save: (db, { at }) => saveMaterials(db, { by: finance, at }) },
  { of: 'sales', save: (db, { at }) => saveFloorPrices(db, { by: finance, at }) },
  { of: 'projects', save: (db, { day, at }) => saveProjects(db, day, { by: finance, at }) },
  { of: 'research', save: (db, { day, at }) => saveResearch(db, day, { by: personId('pengyu'), at }) },
  { of: 'offline-reimbursement', save: (db, { at }) => saveOffline(db, at, finance) },
  { of: 'library', save: (db, { at }) => saveBooks(db, { by: personId('librarian'), at }) },
  { of: 'system', save: (db, { day, at }) => savePlaces(db, day, { by: finance, at }) },
  { of: 'distances', save: (db, { at }) => saveKnownDistances(db, { by: finance, at }) },
  { of: 'vouchers', save: (db, { at }) => saveKnownInvoiceTitles(db, { by: finance, at }) },
  { of: 'drivers', save: (db, { at }) => saveKnownDrivers(db, { by: personId('linfang'), at }) },
  { of: 'dingtalk', save: (db, { at }) => saveDingtalkApprovals(db, { by: personId('admin'), at }) },
  { of: 'templates', save: (db, { host, at }) => saveStarters(db, printedByTemplate, { host, by: personId('admin'), at }) },
  { of: 'system', save: (db, { day, at }) => saveUpdates(db, day, { by: personId('admin'), at }) },
]

/** Forms that leave the company on paper, and are printed as the company wants it. */
const printedByTemplate = ['assetsAcceptance', 'ecnReviewForm', 'sampleReview', 'newSuppliers', 'disbursement']

/** Choices that are the company's own: its enterprises and its banks. */
async function saveChoices(db: Db, at: Date): Promise<void> {
  const companies = units.filter(({ type }) => type === 'ENTERPRISE').map(({ id, name }) => ({ value: id.toUpperCase(),
    ...splitName(name) })
  )
  await dictionaries(db).synchronise([
    { key: 'company', cn: '公司', en: 'Company', items: companies },
    ...sapChoices,
    { key: 'companyCar', cn: '公司车辆', en: 'Company car', items: companyCars },
    { key: 'bank', cn: '银行', en: 'Bank', items: bankNames.map((cn) => ({ value: cn, cn, en: englishBanks[cn] ?? cn })) },
  ], at)
}

/** By their plates, which are invented. */
const companyCars = [
  { value: '苏EH6606', cn: '苏EH6606 别克GL8', en: '苏EH6606 Buick GL8' },
  { value: '苏EH6618', cn: '苏EH6618 大众帕萨特', en: '苏EH6618 VW Passat' },
  { value: '粤SD8808', cn: '粤SD8808 丰田赛那', en: '粤SD8808 Toyota Sienna' },
]

const englishBanks: Readonly<Record<string, string>> = {
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
