import { can as canCostCentre } from '#plugins/cost-centres/permissions.ts'
import type { PostingRefusal } from '#server/postings/posting.ts'

const costCentres = { cn: '打开成本中心', en: 'Open cost centres', path: '/costCenter-management', needs: canCostCentre.view }

/** The meanings of SAP's refusals, by message class and number. */
export const postingRefusals: Readonly<Record<string, PostingRefusal>> = {
  'KI 265': { cn: '成本中心在SAP中无效，请在SAP延长有效期后重试', en: 'The cost centre isn’t valid in SAP. Extend it there, then retry',
    repair: costCentres },
  'F5 201': { cn: '记账期间未开，请财务打开后重试', en: 'The posting period is closed. Have finance open it, then retry' },
  '06 321': { cn: '供应商未扩展到该采购组织，请在SAP扩展后重试',
    en: 'The vendor isn’t set up for this purchasing organisation. Extend it in SAP, then retry' },
  'M3 351': { cn: '物料未在该工厂维护，请在SAP维护后重试',
    en: 'The material isn’t maintained in this plant. Maintain it in SAP, then retry' },
  'AR 118': { cn: '银行主数据缺失，请在SAP维护银行后重试', en: 'The bank is missing in SAP. Maintain it there, then retry' },
  'AA 506': { cn: '资产类别在SAP中不存在，请核对类别', en: 'The asset class doesn’t exist in SAP. Check the class' },
}
