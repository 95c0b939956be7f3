import { instantOf, startOfDay, todayOf } from '#kernel/values/dates.ts'
import { splitName } from '#kernel/wording/names.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { Host } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { saveStarters } from '#plugins/templates/server/public-api.ts'
import { saveFactory, saveRisk, updateEntries } from '#plugins/system/server/public-api.ts'
import { saveDistances } from '#plugins/travel/server/public-api.ts'
import { bookOffline } from '#plugins/expenses/server/public-api.ts'
import { personId, sapChoices, saveCompany } from './company/save-company.ts'
import { budgetUnits, units } from './company/organisation.ts'
import { bankNames, saveBanks, savePartners } from './masters/partners.ts'
import { saveBooks } from './library/books.ts'
import { saveBudgets } from './masters/budgets.ts'
import { categoryId, costCenterId, dayOfMonth, monthsBack, saveCategories, saveCostCenters, saveCurrencies,
  saveKnownInvoiceTitles } from './masters/finance.ts'
import { saveOlderContracts } from './masters/contracts.ts'
import { saveFloorPrices, saveMaterials } from './masters/materials.ts'
import { saveDingtalkApprovals } from './masters/dingtalk.ts'
import { saveKnownDrivers } from './masters/drivers.ts'
import { projectId, saveProjects, saveResearch } from './masters/projects.ts'
import { demandModules, partsOf } from './modules.ts'
import { chance } from './random.ts'

/**
 * Creates the demo company in an empty product at the host's current time: people, dictionaries and master data, without documents.
 * @param password hash of everyone's password
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
  /** Reference date of rates and budgets, yyyy-MM-dd. */
  readonly day: string
  readonly at: Date
}

interface Masters {
  /** Id of the module that owns the records; skipped if it is not installed. */
  readonly of: string
  save(db: Db, foundation: Foundation): Promise<unknown>
}

const finance = personId('finance')

/** Master data in order of dependency. */
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
  { of: 'expenses', save: (db, { at }) => saveOffline(db, at, finance) },
  { of: 'library', save: (db, { at }) => saveBooks(db, { by: personId('librarian'), at }) },
  { of: 'system', save: (db, { day, at }) => savePlaces(db, day, { by: finance, at }) },
  { of: 'production', save: (db) => saveWarehouses(db) },
  { of: 'travel', save: (db, { at }) => saveKnownDistances(db, { by: finance, at }) },
  { of: 'vouchers', save: (db, { at }) => saveKnownInvoiceTitles(db, { by: finance, at }) },
  { of: 'travel', save: (db, { at }) => saveKnownDrivers(db, { by: personId('linfang'), at }) },
  { of: 'dingtalk', save: (db, { at }) => saveDingtalkApprovals(db, { by: personId('admin'), at }) },
  { of: 'templates', save: (db, { host, at }) => saveStarters(db, printedByTemplate, { host, by: personId('admin'), at }) },
  { of: 'system', save: (db, { day, at }) => saveUpdates(db, day, { by: personId('admin'), at }) },
]

/** Plants whose materials each warehouse member may issue; the plant in Vietnam has none. */
const warehouses: Readonly<Record<string, readonly string[]>> = { moxiaotong: ['1000', '2000'], weigang: ['1000'] }

async function saveWarehouses(db: Db): Promise<void> {
  const { id: role } = await db.selectFrom('sys_role').select('id').where('perm_chars', '=', 'warehouse').where('del_flag', '=', 0)
    .executeTakeFirstOrThrow()
  for (const [person, codes] of Object.entries(warehouses)) {
    const plants = await db.selectFrom('factory').select('id').where('code', 'in', codes).execute()
    await db.insertInto('sys_role_member_scope').values({ user_id: personId(person), role_id: role, scope: 'factory',
      values: plants.map(({ id }) => id) }).execute()
  }
}

/** Forms printed by company-specific templates. */
const printedByTemplate = ['assetsAcceptance', 'ecnReviewForm', 'sampleReview', 'newSuppliers', 'disbursement']

/** Saves company-specific dictionary items: enterprises and banks. */
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

/** Company cars by invented number plates. */
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

const factories = [
  { code: '1000', nameCn: '苏州工厂', nameEn: 'Suzhou plant', enterprise: 'sz' },
  { code: '2000', nameCn: '东莞工厂', nameEn: 'Dongguan plant', enterprise: 'dg' },
  { code: '3000', nameCn: '越南工厂', nameEn: 'Vietnam plant', enterprise: 'vn' },
] as const

/** Invented risk areas: two high and four middle. */
const risks = [
  { level: 'HIGH', area: ['530000', '532800'] },
  { level: 'HIGH', area: ['540000', '542500'] },
  { level: 'MIDDLE', area: ['230000', '231100'] },
  { level: 'MIDDLE', area: ['450000', '450600'] },
  { level: 'MIDDLE', area: ['440000', '440300', '440307'] },
  { level: 'MIDDLE', area: ['650000', '653100'] },
] as const

/** Saves production sites and risk areas. */
async function savePlaces(db: Db, day: string, writer: Writer): Promise<void> {
  for (const factory of factories) await saveFactory(db, { ...factory, ...writer })
  for (const risk of risks) await saveRisk(db, { ...risk, since: `${day.slice(0, 4)}-01-01`, ...writer })
}

/** Rounded distances in km between frequent destinations, by road or, abroad, by air. */
const known = [
  ['320500', '310100', 100],
  ['320500', '330100', 160],
  ['320500', '320100', 220],
  ['320500', '320200', 45],
  ['320500', '330200', 230],
  ['320500', '110100', 1150],
  ['320500', '440300', 1430],
  ['320500', '441900', 1390],
  ['320500', '510100', 1890],
  ['320500', '420100', 760],
  ['320500', '350200', 900],
  ['320500', '440100', 1380],
  ['320500', '610100', 1300],
  ['320500', '370200', 640],
  ['320500', 'JP', 1850],
  ['320500', 'VN', 1950],
  ['310100', 'JP', 1760],
  ['310100', 'VN', 1930],
  ['310100', '330100', 175],
  ['310100', '440300', 1450],
  ['310100', '110100', 1210],
  ['310100', '510100', 1960],
  ['310100', '320100', 300],
  ['441900', '440300', 75],
  ['441900', '440100', 65],
  ['441900', '310100', 1410],
  ['441900', '110100', 2100],
  ['441900', '510100', 1650],
  ['441900', '330100', 1270],
  ['441900', '810000', 110],
  ['441900', 'VN', 860],
  ['441900', 'JP', 2900],
  ['440100', '440300', 140],
  ['440300', '810000', 45],
  ['110100', '440300', 2150],
] as const

/** Saves the distance table of the demo company. */
const saveKnownDistances = (db: Db, writer: { readonly by: string; readonly at: Date }): Promise<void> => saveDistances(db, known, writer)

interface Release {
  readonly version: string
  /** Number of days before the anchor date. */
  readonly daysAgo: number
  readonly cn: readonly [title: string, ...lines: string[]]
  readonly en: readonly [title: string, ...lines: string[]]
}

/** Entries of the update log, oldest first. */
const releases: readonly Release[] = [
  { version: '1.0', daysAgo: 350, cn: ['费用报销与付款上线', '费用报销、付款申请可在线填报与审批', '填写时即可看到审批人和原因'],
    en: ['Claims and payments online', 'Submit and approve expense claims and payment requests online',
      'See who approves, and why, as you fill in the form'] },
  { version: '1.1', daysAgo: 290,
    cn: ['年度预算', '按部门、费用类别和月份编制预算', '超出预算时需填写说明，[查看预算](/annual-budget-management)'],
    en: ['Annual budgets', 'Plan by department, category and month',
      'Going over a budget needs an explanation: [view budgets](/annual-budget-management)'] },
  { version: '1.2', daysAgo: 235, cn: ['出差与差旅报销', '出差申请完成后可直接转为差旅报销', '行程自动出现在“我的行程”'],
    en: ['Trips and travel claims', 'Turn an approved trip into a travel claim in one step', 'Trips appear in “My trips” automatically'] },
  { version: '1.3', daysAgo: 180, cn: ['键盘审批', '待办中按 `J` `K` 移动，`P` 通过，`R` 退回', '批量通过后 6 秒内可撤回'],
    en: ['Approve from the keyboard', 'In your to-do list, `J` and `K` move, `P` passes and `R` returns',
      'Undo a batch within 6 seconds'] },
  { version: '1.4', daysAgo: 125, cn: ['图书借阅', '图书管理支持借阅、续借和归还', '到期前自动提醒'],
    en: ['Library', 'Borrow, renew and return books', 'Get a reminder before the due date'] },
  { version: '1.5', daysAgo: 75, cn: ['外出代办', '在个人资料中指定代办人和期限', '期间新到达的任务直接交给代办人'],
    en: ['Substitutes', 'Name a substitute and a period in your profile', 'New tasks in that period go to them'] },
  { version: '1.6', daysAgo: 30, cn: ['导入更清楚', '导入时显示进度和剩余时间', '未通过的行可下载，改好后再次导入'],
    en: ['Clearer imports', 'See progress and time left', 'Download failed rows, correct them and import again'] },
  { version: '1.7', daysAgo: 4, cn: ['深色主题与紧凑行距', '在头像菜单中选择', '快捷键一览见[用户指南](/user-guide?chapter=keys)'],
    en: ['Dark theme and compact rows', 'Find both in the menu behind your picture',
      'See all shortcuts in the [user guide](/user-guide?chapter=keys)'] },
]

/** Saves the update log of the demo company. */
async function saveUpdates(db: Db, day: string, { by, at }: { readonly by: string; readonly at: Date }): Promise<void> {
  const present = instantOf(`${day} 18:00:00`)?.getTime() ?? at.getTime()
  for (const { version, daysAgo, cn, en } of releases) {
    const [title, ...lines] = cn
    const [enTitle, ...enLines] = en
    const edit = { by, at: new Date(present - daysAgo * 86_400_000) }
    const id = await updateEntries(db).add({ version, title, enTitle, content: listOf(lines), enContent: listOf(enLines) }, edit)
    await updateEntries(db).publish({ id, revision: 0, ...edit }, true)
  }
}

const listOf = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

// columns: detail, category, minimum and maximum amount
const kinds = [
  ['打印耗材', 'OFFICE', 80, 900],
  ['快递月结', 'POST', 200, 2400],
  ['培训费', 'TRAIN', 600, 5000],
  ['设备维修', 'OTHER', 300, 3600],
  ['检测费', 'QUALITY', 400, 4200],
] as const

const people = ['finance', 'accountant', 'huangli'] as const

/** Values and time of an offline booking. */
interface OfflineBooking {
  readonly value: Readonly<Record<string, string | null>>
  readonly at: Date
}

/** Sixty offline reimbursements over the ten months up to the anchor's; two of them reverse part of another. */
export function offlineBookings(anchor: Date): readonly OfflineBooking[] {
  const drawn = chance('offline')
  const today = todayOf(anchor)
  const months = monthsBack(today, 10)
  return Array.from({ length: 60 }, (_, index) => {
    const [expenseDetail, code, low, high] = kinds[index % kinds.length]!
    const unit = budgetUnits[(index * 5) % budgetUnits.length]!
    const day = dayOfMonth(months[index % months.length]!, drawn.between(1, Number(today.slice(8))))
    const amount = (drawn.between(low * 100, high * 100) / 100).toFixed(2)
    return { at: new Date(Math.min(startOfDay(day).getTime() + 17 * 3_600_000, anchor.getTime())), value: {
      offlineSource: index % 3 === 0 ? '3' : '1',
      voucherNo: `5100${String(100_000 + index)}`,
      company: unit.slice(0, 2).toUpperCase(),
      expenseDate: day,
      bearingDept: unit,
      costCenter: costCenterId(unit),
      expenseCategory: categoryId(code),
      expenseDetail,
      currencyType: index % 15 === 7 ? 'USD' : 'CNY',
      amount: index % 30 === 29 ? `-${amount}` : amount,
      remark: index % 30 === 29 ? '冲减多记部分' : null,
      applicant: personId(people[index % people.length]!),
      project: index % 4 === 1 && index % 30 !== 29 ? projectId(`P26-00${1 + (index % 9)}`) : null,
    } }
  })
}

/** Books the offline reimbursements. */
async function saveOffline(db: Db, anchor: Date, by: string): Promise<void> {
  for (const { value, at } of offlineBookings(anchor)) await bookOffline(db, value, { by, at })
}
