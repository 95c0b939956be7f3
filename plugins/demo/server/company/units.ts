/** A unit of the demo company; people are named by user name. */
export interface DemoUnit {
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
