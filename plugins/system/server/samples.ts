import { instantOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { demoSamples, personId } from '#plugins/demo/server/public-api.ts'
import { saveFactory, saveRisk } from './areas/risk-areas.ts'
import { updateEntries } from './update-log/update-log.ts'

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

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'system.places',
  sort: 140,
  records: (db, { day, at }) => savePlaces(db, day, { by: personId('finance'), at }),
}, {
  key: 'system.updates',
  sort: 210,
  records: (db, { day, at }) => saveUpdates(db, day, { by: personId('admin'), at }),
})
