import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { dictionary } from '#plugins/forms/kit.ts'
import { procurement } from './statistics/pages.ts'
import { cn, en } from './texts.ts'
import { costBasedProcurement } from './types/costBasedProcurement/index.ts'
import { newSuppliers } from './types/newSuppliers/index.ts'
import { purchasePrice } from './types/purchasePrice/index.ts'
import { sampleReview } from './types/sampleReview/index.ts'
import { limits } from './approval-limits.ts'

/** Dictionaries of suppliers, certificates, prices and SAP codes; the SAP codes depend on the company. */
const dictionaries: readonly Dictionary[] = [
  dictionary('supplierType', '供应商类别', 'Supplier type',
    'material 生产物料/Production material; outsource 委外加工/Subcontractor; equipment 设备/Equipment; mold 模具/Tooling; service 服务/Service; ' +
      'trader 贸易商/Trader; software 软件/Software'),
  dictionary('supplierIntroReason', '供应商导入原因', 'Reason for introduction',
    'newProduct 新产品/New product; second 第二货源/Second source; cost 降本/Cost reduction; quality 质量替换/Quality replacement; ' +
      'customer 客户指定/Customer-designated; capacity 产能不足/Capacity'),
  dictionary('certType', '资质证书', 'Certificate',
    'iso9001 ISO 9001/ISO 9001; iso14001 ISO 14001/ISO 14001; iatf16949 IATF 16949/IATF 16949; qc080000 QC 080000/QC 080000; ' +
      'rohs RoHS、REACH/RoHS, REACH; iso27001 ISO 27001/ISO 27001; licence 营业执照/Business licence; other 其他/Other'),
  dictionary('priceAction', '价格类别', 'Price action',
    'new 新增/New; up 涨价/Increase; down 降价/Decrease; extend 延期/Extend; stop 停用/Block'),
  dictionary('priceSource', '定价方式', 'Price source',
    'quote 询比价/Quotation; bid 招标/Bidding; contract 合同价/Contract; sole 独家/Sole source; market 行情/Market'),
  dictionary('purInfoCategory', '采购信息类别', 'Info category',
    '0 标准/Standard; 2 寄售/Consignment; 3 委外/Subcontracting; P 管道/Pipeline'),
  dictionary('sampleType', '样品类型', 'Sample type',
    'material 物料样品/Material sample; structure 结构件/Structural part; electronic 电子件/Electronic part; package 包材/Packaging; ' +
      'product 成品/Finished product; mold 模具首样/First tooling sample'),
  dictionary('sampleReason', '样品评审原因', 'Reason for sampling',
    'new 新物料/New material; supplier 新供应商/New supplier; change 变更/Change; mold 新模具/New tooling; recheck 复评/Re-review'),
  dictionary('testItemResult', '测试判定', 'Test result', 'ok 合格/OK; ng 不合格/NG; na 不适用/N／A'),
  dictionary('sapVendorGroup', 'SAP供应商账户组', 'SAP vendor account group',
    'Z001 国内生产供应商/Domestic production; Z002 国外供应商/Overseas; Z003 费用类供应商/Expenses; Z004 设备工程供应商/Equipment and engineering'),
  dictionary('reconAccount', 'SAP统驭科目', 'SAP reconciliation account',
    '2202010000 应付账款-货款/Payables, goods; 2202020000 应付账款-设备工程款/Payables, equipment and engineering; 2202030000 应付账款-费用/Payables, expenses'),
  dictionary('procurementType', '采购类别', 'Purchase type',
    '1 办公用品/Office supplies; 2 低值易耗/Low-value consumables; 3 劳保用品/Protective equipment; 4 宣传物料/Promotional material; ' +
      '5 IT耗材/IT consumables; 6 礼品福利/Gifts and welfare; 9 其他/Other'),
  limits.dictionary,
]

const forms = [costBasedProcurement, newSuppliers, purchasePrice, sampleReview]

/** Purchases of expense items, and the introduction, sampling and pricing of material suppliers. */
export default definePlugin({
  id: 'procurement',
  requires: ['budgets', 'contracts', 'currencies', 'documents', 'expense-types', 'expenses', 'forms', 'masters', 'payments', 'projects',
    'sap', 'statistics', 'system'],
  permissions: [...rightsOfPages([procurement]), ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  forms,
  dictionaries,
  roles: [{ key: 'iqc', cn: '来料检验', en: 'Incoming inspection', sort: 19 }],
  opinionFacts: [{ key: 'arrivalTime', title: '到货时间', cn: '到货时间', en: 'Arrival time', notBefore: 10 }],
  menus: [
    statisticsMenu(procurement, 'shopping-cart'),
  ],
  contributes: [statisticsPages.of(procurement)],
  locales: { cn, en },
})
