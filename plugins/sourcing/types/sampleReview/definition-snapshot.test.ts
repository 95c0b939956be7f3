import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { sampleReview } from './index.ts'

describeType(sampleReview, {
  about: '样品评审 | Sample review | /sample-review | /sample-review-detail | YPPS | web+mini | may be revoked when completed | no budget',
  parts: [header],
  fields: `
    sampleType select(sampleType): required, trend
    sampleReason select(sampleReason): required
    material material
    materialDesc text: required, to 100
    supplier supplier: visible when sampleType != "product"
    newSupplierName text: to 100, when supplier = null and sampleType != "product"
    manufacturer text: to 50, when sampleType = "electronic"
    mpn text: to 50, when sampleType = "electronic"
    project project: required
    applyModels text: required, to 200
    sampleQty integer: required, from 1 to 9999
    receiveDate date: required
    requireDate date: required
    round integer: system, from 1 to 10
    specFile attachment: required
    supplierReport attachment: required
    rohsReport attachment: when sampleType != "product"
    reviewers multiselect(electronic 电子/Electronics; structure 结构/Structure; software 软件/Software; process 工艺/Process; quality 质量/Quality; cert 认证/Certification): required, trend
    tests table: at test, from 1 to 100, editable at test
    tests.item text: required, to 50
    tests.standard text: required, to 200
    tests.method text: to 100
    tests.measured text: required, to 200
    tests.result select(testItemResult): required
    qualifiedQty integer: at test, from 0, editable at test
    testReport attachment: at test, editable at test
    conclusion radio(reviewResult): at qualityHead, trend, editable at qualityHead
    conditionNote textarea: at qualityHead, to 500, editable at qualityHead, when conclusion = "conditional"
    sampleStorage person: at qualityHead, editable at qualityHead, when conclusion != null and conclusion != "fail"
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    test: all of selectUser(5), by hand, opinion
    rdReview: all of role(rdDirector)
    process: any of role(processEngineer), when list contains(reviewers, "process")
    qualityHead: all of role(qualityHead), by hand
    vp: all of vicePresident(applicantDept), when conclusion = "conditional"
    cc: copy to role(purchaseManager) + role(sqe) + initiator
  `,
  rules: `
    SR-R1 qualifiedQty at test: 合格数量不能大于送样数量 | The qualified quantity cannot exceed the sample quantity
    SR-R2 conclusion at qualityHead: 存在不合格项，不能判定通过 | A test item failed, the conclusion cannot be Pass
    SR-R3 supplier: 请选择或填写供应商 | Please choose or enter the supplier
    SR-R4 requireDate: 要求完成日期不能早于收样日期 | The required date must not be earlier than the received date
    SR-R5 receiveDate: 收样日期不能晚于今天 | The received date can’t be in the future
    SR-R6 reviewers: 评审部门须包含质量 | Quality must be among the reviewing departments
  `,
})
