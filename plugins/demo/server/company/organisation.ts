import { composeName } from '#kernel/wording/names.ts'

/** A position of the demo company in both languages, "中文/English". */
const positionOf = (cn: string): string => composeName({ cn, en: english[cn] ?? '' })

/** Position level of a position: a value of the dictionary `positionLevel`. */
const levelOf = (cn: string): string => Object.entries(posts).find(([, list]) => list.includes(cn))?.[0] ?? '1'

const posts: Readonly<Record<string, readonly string[]>> = {
  5: ['总经理'],
  4: ['副总经理'],
  3: ['研发中心总监', '研发副总监', '销售总监'],
  2: ['财务经理', '人力行政经理', '信息部经理', '总经办主任', '硬件经理', '软件经理', '结构经理', '质量经理', '采购经理', '内销经理',
    '外销经理', '生产经理', 'PMC经理', '工程经理', '物流经理'],
}

const english: Readonly<Record<string, string>> = {
  PMC经理: 'PMC manager',
  SMT主管: 'SMT supervisor',
  人事专员: 'HR specialist',
  人力行政经理: 'HR and administration manager',
  仓管员: 'Warehouse keeper',
  信息部经理: 'IT manager',
  内销经理: 'Domestic sales manager',
  出纳: 'Cashier',
  副总经理: 'Vice president',
  司机: 'Driver',
  图书管理员: 'Librarian',
  外销经理: 'Export sales manager',
  工程经理: 'Engineering manager',
  工艺员: 'Process technician',
  工艺工程师: 'Process engineer',
  总经办主任: 'Head of the general office',
  总经理: 'General manager',
  总账会计: 'General ledger accountant',
  报关员: 'Customs clerk',
  操作员: 'Operator',
  文员: 'Clerk',
  模具工程师: 'Tooling engineer',
  物流经理: 'Logistics manager',
  班组长: 'Team leader',
  生产主管: 'Production supervisor',
  生产经理: 'Production manager',
  研发中心总监: 'Director of the R&D centre',
  研发副总监: 'Deputy R&D director',
  硬件工程师: 'Hardware engineer',
  硬件经理: 'Hardware manager',
  系统管理员: 'System administrator',
  结构工程师: 'Mechanical engineer',
  结构经理: 'Mechanical design manager',
  综合文员: 'Office clerk',
  行政主管: 'Administration supervisor',
  计划员: 'Planner',
  设备工程师: 'Equipment engineer',
  财务主管: 'Finance supervisor',
  财务经理: 'Finance manager',
  质检员: 'Inspector',
  质量工程师: 'Quality engineer',
  质量经理: 'Quality manager',
  费用会计: 'Expense accountant',
  软件工程师: 'Software engineer',
  软件经理: 'Software manager',
  运维工程师: 'Operations engineer',
  采购助理: 'Purchasing assistant',
  采购员: 'Buyer',
  采购经理: 'Purchasing manager',
  销售总监: 'Sales director',
  项目经理: 'Project manager',
}

/** A person of the demo company. */
export interface DemoPerson {
  readonly userName: string
  readonly name: string
  /** Main department first. */
  readonly units: readonly string[]
  /** "中文/English" */
  readonly position: string
  /** Value of the dictionary `positionLevel`. */
  readonly level: string
  readonly roles: readonly string[]
  readonly state?: 'disabled' | 'departed'
  readonly admin?: true
}

/** `userName | 中文/English | units | position | roles` */
const table = `
admin | 系统管理员/System Admin | sz-it | 系统管理员 | administrator workflowAdmin
finance | 孙丽/Li Sun | sz-finance | 财务经理 | financeStaff financeManager
huangli | 黄丽/Li Huang | sz-finance | 总账会计 | accountant financeStaff
accountant | 张敏/Min Zhang | sz-finance | 费用会计 | accountant
cashier | 何雪/Xue He | sz-finance | 出纳 | cashier
gm | 陈国华/Guohua Chen | sz-office | 总经理 |
vp | 赵磊/Lei Zhao | sz-office | 副总经理 |
qianhong | 钱红/Hong Qian | sz-office | 副总经理 |
sunyue | 孙悦/Yue Sun | sz-office | 总经办主任 | legal sealKeeper
zhoujie | 周杰/Jie Zhou | sz-hr | 人力行政经理 | hr adminOffice
linfang | 林芳/Fang Lin | sz-hr | 行政主管 | fleetManager assetAdmin proposalAdmin
librarian | 唐静/Jing Tang | sz-hr | 图书管理员 | librarian
it | 罗军/Jun Luo | sz-it | 信息部经理 | itAdmin oaAdmin sapAdmin licenceAdmin
weichen | 魏晨/Chen Wei | sz-it | 运维工程师 | workflowAdmin
head | 李娜/Na Li | sz-rd | 研发中心总监 | proposalCommittee
rd | 蒋波/Bo Jiang | sz-rd | 研发副总监 | rdAssistantBomReview rdDirector changeManager
pengyu | 彭宇/Yu Peng | sz-rd | 项目经理 | pmo patentEngineer docControl
xuhaibo | 许海波/Haibo Xu | sz-hardware | 硬件经理 |
employee | 王伟/Wei Wang | sz-hardware | 硬件工程师 |
songtao | 宋涛/Tao Song | sz-hardware | 硬件工程师 |
dengkai | 邓凯/Kai Deng | sz-software | 软件经理 |
tianye | 田野/Ye Tian | sz-software sz-it | 软件工程师 |
yuanbin | 袁斌 | sz-software | 软件工程师 |
panxin | 潘欣/Xin Pan | sz-structure | 结构经理 |
gujia | 顾佳/Jia Gu | sz-structure | 结构工程师 |
yangfan | 杨帆/Fan Yang | sz-quality | 质量经理 | qualityHead
quality | 曹颖/Ying Cao | sz-quality | 质量工程师 | qualityHead sqe qualityEngineer iqc
buyer | 冯伟/Wei Feng | sz-purchase | 采购经理 | purchaseManager buyer
dongmei | 董梅/Mei Dong | sz-purchase sz-quality | 采购员 | buyer
sales | 程浩/Hao Cheng | sz-sales | 销售总监 | salesManagerApprover salesDirector
xulei | 徐蕾/Lei Xu | sz-domestic sz-sales | 内销经理 | salesManagerApprover
jiangyi | 江怡/Yi Jiang | sz-export | 外销经理 |
liangguodong | 梁国栋/Guodong Liang | dg-production | 总经理 |
hefeng | 贺峰/Feng He | dg-production | 副总经理 |
wuqiang | 吴强/Qiang Wu | dg-production | 生产经理 | productionHead
caijun | 蔡军/Jun Cai | dg-smt dg-production | SMT主管 | smtPlanner
yaoting | 姚婷/Ting Yao | dg-smt | 工艺员 | processEngineer
jinlong | 金龙/Long Jin | dg-production | 班组长 |
shenqi | 沈琪/Qi Shen | dg-production | 文员 |
pmc | 韩冰/Bing Han | dg-pmc | PMC经理 | pmc planner
zengyan | 曾艳/Yan Zeng | dg-pmc | 计划员 | pmc planner
liuyang | 刘洋/Yang Liu | dg-engineering | 工程经理 | processEngineer
suming | 苏明/Ming Su | dg-engineering | 设备工程师 |
luxiao | 卢晓/Xiao Lu | dg-engineering | 工艺工程师 |
moxiaotong | 莫晓彤/Xiaotong Mo | dg-logistics | 物流经理 | warehouse
weigang | 韦刚/Gang Wei | dg-logistics | 仓管员 | warehouse
fengqian | 冯倩/Qian Feng | dg-finance | 财务主管 | accountant
zouhui | 邹慧/Hui Zou | dg-finance dg-pmc | 出纳 | cashier
baixue | 白雪/Xue Bai | dg-production | 人事专员 |
yinjie | 尹杰/Jie Yin | dg-engineering | 模具工程师 |
maorui | 毛睿/Rui Mao | dg-logistics | 报关员 |
disabled | 邱峰/Feng Qiu | dg-production | 采购助理 | | disabled
tranminhduc | 陈明德/Tran Minh Duc | vn-production | 总经理 |
levanhung | 黎文雄/Le Van Hung | vn-production | 生产主管 |
vietnam | 阮文安/Nguyen Van An | vn-production | 工艺员 |
phamthihoa | 范氏花/Pham Thi Hoa | vn-production | 质检员 |
vothimai | 武氏梅/Vo Thi Mai | vn-general | 综合文员 |
dangquocbao | 邓国宝/Dang Quoc Bao | vn-general | 司机 |
buithilan | 裴氏兰/Bui Thi Lan | vn-production | 班组长 | | departed
hoangvanlong | 黄文龙/Hoang Van Long | vn-production | 操作员 | | departed
`

const gone: Readonly<Record<string, Pick<DemoPerson, 'state'>>> = { disabled: { state: 'disabled' }, departed: { state: 'departed' } }

export const people: readonly DemoPerson[] = table.trim().split('\n').map((line) => personOf(line.split('|').map((cell) => cell.trim())))

function personOf([userName = '', name = '', units = '', position = '', ...rest]: readonly string[]): DemoPerson {
  const [roles, state] = rest
  return {
    userName,
    name,
    position: positionOf(position),
    level: levelOf(position),
    units: units.split(' '),
    roles: roles ? roles.split(' ') : [],
    ...gone[state ?? ''],
    ...(userName === 'admin' ? { admin: true as const } : {}),
  }
}

/** A unit of the demo company; people are named by user name. */
interface DemoUnit {
  readonly id: string
  readonly parent: string | null
  readonly type: 'GROUP' | 'ENTERPRISE' | 'DEPARTMENT'
  readonly name: string
  readonly budget?: true
  readonly head?: string
  readonly deputy?: string
  readonly vicePresident?: string
  readonly generalManager?: string
}

const department = (id: string, parent: string, name: string, more: Partial<DemoUnit> = {}): DemoUnit => ({ id, parent, type: 'DEPARTMENT',
  name, ...more })

/** 宏岳制造集团: three enterprises, Vietnam nested below Dongguan, and their departments. */
export const units: readonly DemoUnit[] = [
  { id: 'hy', parent: null, type: 'GROUP', name: '宏岳制造集团/Hongyue Manufacturing Group', generalManager: 'gm' },
  { id: 'sz', parent: 'hy', type: 'ENTERPRISE', name: '苏州宏岳电子有限公司/Suzhou Hongyue Electronics', generalManager: 'gm', head: 'gm' },
  { id: 'dg', parent: 'hy', type: 'ENTERPRISE', name: '东莞宏岳精密有限公司/Dongguan Hongyue Precision', generalManager: 'liangguodong',
    head: 'liangguodong' },
  { id: 'vn', parent: 'dg', type: 'ENTERPRISE', name: '宏岳越南有限公司/Hongyue Vietnam', generalManager: 'tranminhduc',
    head: 'tranminhduc' },
  department('sz-office', 'sz', '总经办/General Manager’s Office', { budget: true, head: 'sunyue', vicePresident: 'vp' }),
  department('sz-finance', 'sz', '财务部/Finance', { budget: true, head: 'finance', deputy: 'huangli', vicePresident: 'qianhong' }),
  department('sz-hr', 'sz', '人力行政部/HR and Administration', { budget: true, head: 'zhoujie', deputy: 'linfang',
    vicePresident: 'qianhong' }),
  department('sz-it', 'sz', '信息部/Information Technology', { budget: true, head: 'it', vicePresident: 'vp' }),
  department('sz-rd', 'sz', '研发中心/R&D Centre', { budget: true, head: 'head', deputy: 'rd', vicePresident: 'vp' }),
  department('sz-hardware', 'sz-rd', '硬件部/Hardware', { head: 'xuhaibo', vicePresident: 'vp' }),
  department('sz-software', 'sz-rd', '软件部/Software', { head: 'dengkai', vicePresident: 'vp' }),
  department('sz-structure', 'sz-rd', '结构部/Mechanical Design', { head: 'panxin', vicePresident: 'vp' }),
  department('sz-quality', 'sz', '质量部/Quality', { budget: true, head: 'yangfan', deputy: 'quality', vicePresident: 'vp' }),
  department('sz-purchase', 'sz', '采购部/Purchasing', { budget: true, head: 'buyer', vicePresident: 'qianhong' }),
  department('sz-sales', 'sz', '销售部/Sales', { budget: true, head: 'sales', deputy: 'xulei', vicePresident: 'qianhong' }),
  department('sz-domestic', 'sz-sales', '内销组/Domestic Sales', { head: 'xulei', vicePresident: 'qianhong' }),
  department('sz-export', 'sz-sales', '外销组/Export Sales', { head: 'jiangyi', vicePresident: 'qianhong' }),
  department('dg-production', 'dg', '生产部/Production', { budget: true, head: 'wuqiang', deputy: 'caijun', vicePresident: 'hefeng' }),
  department('dg-smt', 'dg-production', 'SMT车间/SMT Workshop', { budget: true, head: 'caijun', vicePresident: 'hefeng' }),
  department('dg-pmc', 'dg', 'PMC部/PMC', { budget: true, head: 'pmc', vicePresident: 'hefeng' }),
  department('dg-engineering', 'dg', '工程部/Engineering', { budget: true, head: 'liuyang', vicePresident: 'hefeng' }),
  department('dg-logistics', 'dg', '仓储物流部/Warehouse and Logistics', { budget: true, head: 'moxiaotong', vicePresident: 'hefeng' }),
  department('dg-finance', 'dg', '财务组/Finance Team', { head: 'fengqian', vicePresident: 'hefeng' }),
  department('vn-production', 'vn', '生产组/Production Team', { budget: true, head: 'levanhung', vicePresident: 'hefeng' }),
  department('vn-general', 'vn', '综合组/General Affairs', { head: 'vothimai', vicePresident: 'hefeng' }),
]

export const budgetUnits = units.filter(({ budget }) => budget).map(({ id }) => id)

/** The unit, or its nearest ancestor, that owns budgets; undefined for a unit that cannot bear costs. */
export function budgetUnitOf(id: string): string | undefined {
  const unit = units.find((each) => each.id === id)
  if (!unit || unit.budget) return unit?.id
  return unit.parent === null ? undefined : budgetUnitOf(unit.parent)
}

/** People who file no claims, because they would be approvers of their own claims. */
const leaders = ['admin', 'gm', 'vp', 'liangguodong', 'tranminhduc', 'qianhong', 'hefeng']

/** People who can file claims: their unit, or one above it, owns a budget. */
export const filers = (): readonly DemoPerson[] =>
  people.filter(({ state, units, userName }) =>
    state === undefined && units.length === 1 && budgetUnitOf(units[0]!) !== undefined && !leaders.includes(userName)
  )
