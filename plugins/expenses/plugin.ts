import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { days, dictionary, months, parameters, rmb } from '#plugins/forms/kit.ts'
import { entertainment, expense, serviceFee } from './statistics/pages.ts'
import { cn, en } from './texts.ts'
import { can, offlineReimbursement } from './offline-reimbursement/offline-reimbursement.ts'
import { entertainmentApply } from './types/entertainmentApply/index.ts'
import { expenseReimbursement } from './types/expenseReimbursement/index.ts'
import { serviceFeeApply } from './types/serviceFeeApply/index.ts'
import { limits } from './approval-limits.ts'

/** Dictionaries of claims and applications for expenses, and their standards. */
const dictionaries: readonly Dictionary[] = [
  dictionary('hostType', '主陪类型', 'Host type',
    '1 普通员工/Staff; 2 部门经理/Department manager; 3 总监/Director; 4 副总经理/Vice president or deputy general manager; 5 其他招待/Other entertainment'),
  dictionary('entertainmentType', '招待类型', 'Entertainment type',
    '1 餐饮/Dining; 2 住宿/Accommodation; 3 礼品/Gift; 4 参观活动/Visit or activity; 9 其他招待/Other entertainment'),
  dictionary('entertainAmountType', '招待费用项', 'Entertainment item',
    '1 餐费/Meal; 2 酒水/Drinks; 3 住宿/Hotel; 4 礼品/Gift; 5 交通/Transport; 9 其他/Other'),
  dictionary('drinkType', '酒水类型', 'Drink type',
    '1 白酒/Baijiu; 2 红酒/Red wine; 3 啤酒/Beer; 4 茶叶/Tea; 5 香烟/Cigarettes; 9 其他/Other'),
  dictionary('counterpartKind', '对象类别', 'Counterparty type',
    '1 客户/Customer; 2 供应商/Supplier; 3 政府机构/Government; 4 公司内部部门/Internal department; 9 其他/Other'),
  dictionary('serviceFeeType', '服务类型', 'Service type',
    '1 咨询/Consulting; 2 检测认证/Testing and certification; 3 物流仓储/Logistics; 4 招聘/Recruitment; 5 软件与IT/Software and IT; ' +
      '6 维修保养/Maintenance; 7 法律审计/Legal and audit; 8 佣金/Commission; 9 其他/Other'),
  parameters('diningStandard', { cn: '招待餐饮标准', en: 'Dining standard' }, {
    'perPerson.1': ['100', '普通员工主陪人均标准', 'Per person, host is staff', rmb],
    'perPerson.2': ['150', '部门经理主陪人均标准', 'Per person, host is a department manager', rmb],
    'perPerson.3': ['200', '总监主陪人均标准', 'Per person, host is a director', rmb],
    'perPerson.4': ['300', '副总经理主陪人均标准', 'Per person, host is a vice president', rmb],
    'cap.1': ['1500', '普通员工主陪总额上限', 'Total cap, host is staff', rmb],
    'cap.2': ['1500', '部门经理主陪总额上限', 'Total cap, host is a department manager', rmb],
    'cap.3': ['1500', '总监主陪总额上限', 'Total cap, host is a director', rmb],
    'cap.4': ['2000', '副总经理主陪总额上限', 'Total cap, host is a vice president', rmb],
    'cap.5': ['1500', '其他招待总额上限', 'Total cap of other entertainment', rmb],
  }, { across: 'hostType',
    rows: [{ key: 'perPerson', cn: '人均标准', en: 'Per person' }, { key: 'cap', cn: '总额上限', en: 'Total cap' }] }),
  parameters('claimRule', { cn: '报销规则', en: 'Claim rules' }, {
    overdueDays: ['60', '费用日期后多少天内报销不算逾期', 'Days to claim after the expense date', days],
    entertainmentReleaseDays: ['60', '招待日期后多少天未报销释放预算', 'Release unclaimed entertainment budget after', days],
    serviceFeeReleaseMonths: ['12', '服务费申请完成后多少个月释放预算', 'Release unclaimed service fee budget after', months],
  }),
  dictionary('offlineSource', '线下报销来源', 'Source of offline data',
    '1 手工录入/Manual; 2 Excel导入/Excel import; 3 SAP凭证/SAP voucher'),
  limits.dictionary,
]

const forms = [expenseReimbursement, entertainmentApply, serviceFeeApply]

/** Expense claims, requests for entertainment and service fees, and offline reimbursements. */
export default definePlugin({
  id: 'expenses',
  requires: ['budgets', 'cost-centres', 'currencies', 'documents', 'expense-types', 'finance', 'forms', 'masters', 'payments', 'projects',
    'statistics', 'system', 'travel'],
  permissions: [...rightsOfPages([expense, entertainment, serviceFee]), ...Object.values(can),
    ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  resources: [offlineReimbursement],
  forms,
  dictionaries,
  roles: [{ key: 'adminOffice', cn: '行政', en: 'Administration office', sort: 44 }],
  menus: [
    { id: 'offline-reimbursement', parent: 'finance', cn: '线下报销', en: 'Offline reimbursement', icon: 'pay-circle',
      path: offlineReimbursement.path, needs: can.view, sort: 60 },
    statisticsMenu(expense, 'wallet'),
    statisticsMenu(entertainment, 'gift'),
    statisticsMenu(serviceFee, 'solution'),
  ],
  contributes: [statisticsPages.of(expense, entertainment, serviceFee)],
  locales: { cn, en },
})
