import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { newSuppliers } from './index.ts'

describeType(newSuppliers, {
  about:
    '新供应商导入 | New supplier introduction | /new-supplier-import | /new-supplier-import-detail | XGYS | web+mini | stays when completed | no budget',
  parts: [header],
  fields: `
    supplierName text: required, to 100
    supplierShort text: required, to 30
    supplierType select(supplierType): required, trend
    introReason select(supplierIntroReason): required
    reasonDesc textarea: required, to 500
    replacedSupplier supplier: when introReason in ("quality","cost")
    creditCode text: to 18 ^[0-9A-HJ-NPQRTUWXY]{18}$, when domestic = "1"
    domestic radio(1 境内/Domestic; 0 境外/Overseas): required, trend
    dunsNo text: to 9 ^\\d{9}$
    legalPerson text: to 30, when domestic = "1"
    registeredCapital money: required, from 0
    foundedDate date: required
    area cascader: required
    address text: required, to 200
    staffCount integer: from 1
    mainProducts textarea: required, to 500
    mainCustomers textarea: to 500
    capacity textarea: to 500, when supplierType in ("material","outsource","mold")
    contacts table: required, from 1
    contacts.name text: required, to 30
    contacts.position text: to 30
    contacts.mobile text: required, to 11 ^1[3-9]\\d{9}$
    contacts.email text: to 100 ^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$
    contacts.isMain radio(yesNo): required
    bankAccounts table: required, from 1, editable at finance
    bankAccounts.accountName text: required, to 100
    bankAccounts.accountNo text: required, to 34 ^[A-Z0-9]{5,34}$
    bankAccounts.bank select(bank): required
    bankAccounts.branchNo text: to 12 ^[0-9]{12}$
    bankAccounts.swift text: to 11 ^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$, when header.domestic = "0"
    bankAccounts.currencyType currency: required
    paymentTerm select(paymentTerm): required
    taxRate select(0 0%/0%; 1 1%/1%; 3 3%/3%; 6 6%/6%; 9 9%/9%; 13 13%/13%): required
    currencyType currency: required
    tradeTerm select(tradeTerm): required
    certificates table: required, from 1
    certificates.certType select(certType): required
    certificates.certNo text: required, to 50
    certificates.validTo date: required
    certificates.file attachment: required, to 5
    materials table: from 1, when supplierType in ("material","outsource","trader")
    materials.material material
    materials.materialDesc text: required, to 100
    materials.annualQty number: from 0
    materials.annualAmount money: from 0
    materials.sampleReview documentLink(sampleReview): to 1
    isAgent switch
    agentLetter attachment: pdf/jpg/png, when isAgent = true
    surveyFile attachment: required
    agreements multiselect(nda 保密协议/NDA; quality 质量协议/Quality agreement; rohs 环保协议/RoHS agreement; integrity 廉洁协议/Integrity agreement): required
    audit radio(yes 需要/Required; no 免审/Waived): required, trend, editable at sqe
    auditDate date: at sqe, editable at sqe, when audit = "yes"
    auditTeam people: at sqe, from 1 to 10, editable at sqe, when audit = "yes"
    scores table: at sqe, from 6 to 6, editable at sqe, when audit = "yes"
    scores.item select(quality 质量体系/Quality system; technology 技术能力/Technology; delivery 交付/Delivery; price 价格/Price; env 环境社会/ESG; finance 经营财务/Finance): required
    scores.weight integer: required, from 0 to 100
    scores.score integer: required, from 0 to 100
    scores.points calculated
    scores.note text: to 200
    totalScore calculated
    supplierLevel select(supplierLevel): at sqe, editable at sqe
    auditReport attachment: at sqe, editable at sqe, when audit = "yes"
    waiveReason textarea: to 300, editable at sqe, when audit = "no"
    sapVendorGroup select(sapVendorGroup): at finance, editable at finance
    purchaseOrg select(purchaseOrg): at finance, editable at finance
    reconAccount select(reconAccount): at finance, editable at finance
    sapVendorNo text: system, to 40
  `,
  nodes: `
    purchaseManager: all of departmentHead(applicantDept)
    rd: any of role(rdDirector), when supplierType in ("material","outsource","mold")
    sqe: any of role(sqe), when not(supplierType in ("service","software")), by hand, opinion
    qualityHead: all of role(qualityHead), when not(supplierType in ("service","software"))
    finance: any of role(accountant), by hand
    vp: all of vicePresident(applicantDept)
    gm: all of generalManager, when totalScore < 70 or audit = "no" or isAgent = true
    cc: copy to role(warehouse) + role(planner)
  `,
  rules: `
    NS-R2 certificates.validTo: 证书已过期 | The certificate has expired
    NS-R3 scores at sqe: 权重合计必须为100 | Weights must total 100
    NS-R3-twice scores at sqe: 评分项重复 | Two rows score the same topic
    NS-R4 supplierLevel at sqe: 等级为D的供应商不能导入，请拒绝 | A level D supplier cannot be introduced, please refuse
    NS-R5 certificates: 请上传营业执照 | Please upload the business licence
    NS-R6 contacts: 必须有且仅有一个主要联系人 | Exactly one main contact is required
    NS-R7 agreements: 须签署廉洁协议 | The integrity agreement must be signed
    NS-R8 agreements: 生产物料和委外加工供应商须签署质量协议和环保协议 | Suppliers of production material and subcontractors must sign the quality and RoHS agreements
    NS-R9 foundedDate: 成立日期不能晚于今天 | The founding date can’t be in the future
    NS-R10 registeredCapital: 注册资本须大于0 | The registered capital must be more than 0
    NS-R11 auditDate at sqe: 审核日期不能晚于今天 | The audit date can’t be in the future
    NS-R12 bankAccounts.accountNo confirm also at finance: 银行卡号校验未通过，请确认卡号是否正确，是否继续？ | The bank card number failed the check. Continue with this number?
  `,
})
