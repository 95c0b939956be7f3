import { composeName } from '#kernel/wording/names.ts'

/** A post of the demo company in both languages, "中文/English". */
export const positionOf = (cn: string): string => composeName({ cn, en: english[cn] ?? '' })

/** The position level that HR keeps for a post of the demo company: a value of the dictionary `positionLevel`. */
export const levelOf = (cn: string): string => Object.entries(posts).find(([, list]) => list.includes(cn))?.[0] ?? '1'

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
