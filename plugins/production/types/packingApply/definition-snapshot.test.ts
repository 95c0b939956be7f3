import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { packingApply } from './index.ts'

describeType(packingApply, {
  about:
    '包装申请 | Packing application | /packing-apply | /packing-apply-detail | BZSQ | web+mini | may be revoked when completed | no budget',
  parts: [header],
  fields: `
    packType select(packType): required, trend
    customer customer: when packType = "custom"
    salesOrderNo text: ^\\d{6,10}$, when packType in ("custom","brand")
    product material: required
    country select(salesCountry): required
    orderQty integer: required, from 1
    deliveryDate date: required
    items table: required, from 1 to 50, editable at packageEng
    items.itemType select(packItemType): required
    items.material material
    items.desc text: required, to 100
    items.isNew radio(yesNo): required, trend
    items.usage number: required, from 0
    items.unit select(unit): required
    items.size text: to 60
    items.artwork attachment: to 10
    items.note text: to 200
    language multiselect(zh 中文/Chinese; en 英文/English; ru 俄文/Russian; es 西班牙文/Spanish; ar 阿拉伯文/Arabic; other 其他/Other): required
    marks multiselect(ccc CCC/CCC; ce CE/CE; fcc FCC/FCC; rohs RoHS/RoHS; weee WEEE/WEEE; none 无/None): required, trend
    shippingMark textarea: to 300
    requirement textarea: required, to 1000
    grossWeight number: at packageEng, from 0, editable at packageEng
    netWeight number: at packageEng, from 0, editable at packageEng
    cartonSize text: at packageEng, to 30 ^\\d+[x×]\\d+[x×]\\d+$, editable at packageEng
    pcsPerCarton integer: at packageEng, from 1, editable at packageEng
    sampleConfirm attachment: at salesConfirm, editable at salesConfirm, when packType = "custom"
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    packageEng: any of role(processEngineer), by hand
    cert: any of role(qualityHead), when not(list contains(marks, "none"))
    salesConfirm: any of role(salesManagerApprover), when packType = "custom", by hand
    qualityHead: all of role(qualityHead)
    pmc: any of role(pmc), when some i in items satisfies i.isNew = "1"
    cc: copy to role(purchaseManager) + role(warehouse)
  `,
  rules: `
    PK-R1 grossWeight at packageEng: 毛重不能小于净重 | The gross weight must not be less than the net weight
    PK-R2 items.artwork also at packageEng: 新增包装物须上传设计稿 | A new packing item needs its artwork
    PK-R3 marks: 无认证标识不能与其他同时选择 | “None” can’t be combined with other marks
    PK-R4 deliveryDate: 交期不能早于今天 | The delivery date can’t be in the past
    PK-R5 items.usage also at packageEng: 用量须大于0 | The usage must be more than 0
    PK-R6 netWeight at packageEng: 净重须大于0 | The net weight must be more than 0
  `,
})
