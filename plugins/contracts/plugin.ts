import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { days, dictionary, parameters } from '#plugins/forms/kit.ts'
import { contract } from './contract.ts'
import { contractLedger } from './statistics/pages.ts'
import { cn, en } from './texts.ts'
import { canLedger } from './permissions.ts'
import { contractApproval } from './types/contractApproval/index.ts'
import { purchaseContract } from './types/purchaseContract/index.ts'
import { salesContractApproval } from './types/salesContractApproval/index.ts'
import { contractEnds } from './message-kinds.ts'
import { limits } from './types/block/form.ts'

/** Dictionaries that classify contracts. */
const dictionaries: readonly Dictionary[] = [
  dictionary('contractClass', '合同类别', 'Contract class',
    'purchase 采购合同/Purchase; sales 销售合同/Sales; ancillary 附属合同/Ancillary'),
  dictionary('contractType', '合同类型', 'Contract type',
    'framework 框架合同/Framework; single 单次合同/One-off; annual 年度合同/Annual; supplementary 补充协议/Supplementary agreement; nda 保密协议/NDA; ' +
      'quality 质量协议/Quality agreement; lease 租赁合同/Lease; service 服务合同/Service; construction 工程合同/Construction; ' +
      'technical 技术开发合同/Technical development; agency 代理合同/Agency; other 其他/Other'),
  dictionary('contractSubject', '合同标的', 'Contract subject',
    'material 生产物料/Production material; equipment 设备/Equipment; software 软件/Software; product 产品/Product; service 服务/Service; ' +
      'engineering 工程/Engineering; property 房产租赁/Property; other 其他/Other'),
  dictionary('contractExecState', '合同执行状态', 'Contract execution',
    '0 未执行/Not started; 1 执行中/In progress; 2 已完成/Completed; 3 已终止/Terminated; 4 已到期/Expired'),
  dictionary('contractStorage', '合同存放位置', 'Contract storage',
    'legal 法务档案室/Legal archive; finance 财务部/Finance; dept 业务部门/Business department; electronic 电子存档/Electronic archive'),
  dictionary('paymentTerm', '付款方式', 'Payment term',
    'prepay 预付/Prepayment; cod 货到付款/On delivery; m30 月结30天/Net 30; m60 月结60天/Net 60; m90 月结90天/Net 90; ' +
      'm120 月结120天/Net 120; staged 分期/Staged'),
  dictionary('settlementMethod', '结算方式', 'Settlement method',
    'tt 电汇/Wire transfer; lc 信用证/Letter of credit; bank 银行承兑/Bank acceptance; commercial 商业承兑/Commercial acceptance; ' +
      'cash 现金/Cash; other 其他/Other'),
  dictionary('reviewClauseType', '评审条款', 'Review clause',
    'quality 质量条款/Quality; delivery 交期/Delivery; price 价格/Price; payment 付款/Payment; warranty 质保/Warranty; breach 违约责任/Breach; ' +
      'ip 知识产权/IP; confidentiality 保密/Confidentiality; law 适用法律与争议/Law & disputes; technical 技术要求/Technical; other 其他/Other'),
  dictionary('reviewResult', '评审结论', 'Review result', 'pass 通过/Pass; conditional 有条件通过/Conditional pass; fail 不通过/Fail'),
  dictionary('salesChannel', '销售渠道', 'Sales channel',
    'domestic 内销/Domestic; export 外销/Export; oem OEM、ODM/OEM, ODM; ecommerce 电商/E-commerce; project 工程/Project'),
  dictionary('tradeTerm', '贸易条款', 'Trade term',
    'exw EXW/EXW; fob FOB/FOB; cif CIF/CIF; dap DAP/DAP; ddp DDP/DDP; dom 国内送货/Domestic delivery'),
  dictionary('purchaseOrg', '采购组织', 'Purchasing organisation',
    '1000 苏州采购组织/Suzhou purchasing; 2000 东莞采购组织/Dongguan purchasing; 3000 越南采购组织/Vietnam purchasing'),
  parameters('contractRule', { cn: '合同规则', en: 'Contract rules' }, {
    remindDays: ['30', '到期前几天提醒经办人', 'Remind the contract owner before expiry', days],
  }),
  limits.dictionary,
]

const forms = [contractApproval, salesContractApproval, purchaseContract]

/** Contracts: approval forms, the contract ledger, and payments under contracts. */
export default definePlugin({
  id: 'contracts',
  requires: ['cost-centres', 'documents', 'expense-types', 'forms', 'masters', 'payments', 'projects', 'sap', 'statistics', 'system'],
  permissions: [...rightsOfPages([contractLedger]), ...Object.values(canLedger),
    ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  resources: [contract],
  forms,
  formGroups: [{ id: 'contract', cn: '合同与采购', en: 'Contracts and purchasing', sort: 50 }],
  dictionaries,
  menus: [
    { id: 'contracts', cn: '合同', en: 'Contracts', icon: 'audit', sort: 45 },
    { id: 'contract-standing-book', parent: 'contracts', cn: '合同台账', en: 'Contract ledger', icon: 'book', path: contract.path,
      needs: canLedger.view, sort: 10 },
    statisticsMenu(contractLedger, 'audit'),
  ],
  messageKinds: [contractEnds],
  contributes: [statisticsPages.of(contractLedger)],
  locales: { cn, en },
})
