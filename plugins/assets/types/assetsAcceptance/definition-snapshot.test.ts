import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { assetsAcceptance } from './index.ts'

describeType(assetsAcceptance, {
  about:
    '固定资产验收 | Fixed asset acceptance | /fixed-asset-apply | /fixed-asset-apply-detail | GDZC | web+mini | stays when completed | no budget',
  parts: [header],
  fields: `
    assetSource select(assetSource): required, trend
    purchaseDoc documentLink(purchaseContract costBasedProcurement): to 1, when assetSource = "purchase"
    poNo text: ^\\d{10}$, when assetSource = "purchase"
    supplier supplier: when assetSource = "purchase"
    useDept department: required, trend
    costCenter costCenter: required
    usualCostCenter costCenter: system
    project project: when assetSource in ("selfMade","construct")
    arrivalDate date: required
    acceptDate date: required
    acceptTeam people: required, from 2 to 20
    items table: required, from 1 to 200
    items.assetName text: required, to 30
    items.assetClass select(assetClass): required, editable at assetAdmin
    items.spec text: required, to 100
    items.brand text: to 50
    items.manufacturer text: to 50
    items.serialNo text: to 50, when assetClass in ("2000","3000","3100")
    items.qty integer: required, from 1
    items.unit select(unit): required
    items.price money: required, from 0
    items.taxRate select(0 0%/0%; 3 3%/3%; 6 6%/6%; 9 9%/9%; 13 13%/13%): required
    items.grossAmount calculated
    items.netAmount calculated
    items.usefulYears integer: required, from 1 to 50, editable at finance
    items.residualRate percent: required, from 0 to 10, editable at finance
    items.custodian person: required, trend
    items.location text: required, to 60
    items.itemResult select(acceptResult): required, editable at techCheck
    items.assetNo text: read-only, to 20 ^[A-Z0-9-]{6,20}$, editable at assetAdmin
    items.sapAssetNo text: system, to 40
    totalGross calculated
    totalNet calculated: trend
    techResult textarea: at techCheck, to 500, editable at techCheck
    rectifyDate date: editable at techCheck, when some i in items satisfies i.itemResult = "rectify"
    invoiceNo text: at finance, ^\\d{8,20}$, editable at finance, when assetSource = "purchase"
    photos attachment: required, to 20 jpg/png/jpeg
    docs attachment
  `,
  nodes: `
    deptHead: any of departmentHead(useDept)
    techCheck: all of selectUser(3), by hand
    custodian: all of rowPersons(items.custodian), by hand
    assetAdmin: any of role(assetAdmin), by hand
    finance: any of role(accountant), by hand
    financeHead: any of role(financeManager), when totalNet >= 100000
    vp: all of vicePresident(applicantDept), when totalNet >= 500000
    cc: copy to rowPersons(items.custodian)
  `,
  rules: `
    FA-R1 items also at techCheck: 全部不合格，不能提交验收 | All lines are rejected, so the acceptance can’t be submitted
    FA-R3 items.price warn also at assetAdmin: 单价低于固定资产标准 | Below the fixed-asset threshold
    FA-R4 items: 验收金额超过合同金额 | The accepted amount exceeds the contract amount
    FA-R5 items.custodian warn: 保管人不属于使用部门 | The custodian isn’t in the user department
    FA-R6 arrivalDate: 到货日期不能晚于今天 | The arrival date can’t be in the future
    FA-R7 acceptDate: 验收日期不能晚于今天 | The acceptance date can’t be in the future
    FA-R8 acceptDate: 到货日期不能晚于验收日期 | The arrival date must not be later than the acceptance date
    FA-R9 items.price: 含税单价必须大于0 | The unit price must be greater than 0
    FA-R10 rectifyDate also at techCheck: 整改完成日期必须晚于验收日期 | The rectification date must be later than the acceptance date
  `,
})
