import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { patentApplication } from './index.ts'

describeType(patentApplication, {
  about:
    '专利申请 | Patent application | /patent-application | /patent-application-detail | ZLSQ | web | may be revoked when completed | no budget',
  parts: [header],
  fields: `
    patentName text: required, to 60
    patentType select(patentType): required, trend, editable at patentEngineer
    bothApply switch: editable at patentEngineer, visible when patentType in ("1","2")
    region multiselect(patentRegion): required, trend, editable at patentEngineer
    project project: required
    projectType select(projectType): required
    productModel text: required, to 100
    inventors table: required, from 1 to 10
    inventors.person person: required, trend
    inventors.contribution integer: required, from 1 to 100
    inventors.isFirst radio(yesNo): required
    inventors.idNo text: to 30
    techField text: required, to 100
    background textarea: required, to 3000
    solution richtext: required, to 20000
    advantage textarea: required, to 2000
    searched radio(yesNo): required
    searchResult textarea: to 1000, editable at patentEngineer, when searched = "1"
    published radio(yesNo): required
    publishDate date: when published = "1"
    expectDate date
    disclosure attachment: required, doc/docx/pdf
    drawings attachment: when patentType in ("2","3")
    grade radio(A 核心/Core; B 重要/Important; C 一般/General; D 不申请/Do not file): at patentEngineer, trend, editable at patentEngineer
    agency supplier: at patentEngineer, editable at patentEngineer, when grade in ("A", "B", "C")
    feeEstimate money: at patentEngineer, trend, from 0, editable at patentEngineer, when grade in ("A", "B", "C")
    applicationNo text: at patentFile, to 20 ^[A-Z]{0,3}\\d[\\d.X]{7,16}$, editable at patentFile
    filingDate date: at patentFile, editable at patentFile
    patentState select(patentState): required, read-only, editable at patentFile patentState
    stateDate date: at patentState, editable at patentState
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    rdDirector: any of role(rdDirector)
    patentEngineer: any of role(patentEngineer), by hand, opinion
    vp: all of vicePresident(applicantDept), when grade = "A" or feeEstimate >= 20000 or (some r in region satisfies r != "cn")
    inventorConfirm: all of rowPersons(inventors.person), by hand
    patentFile: any of role(patentEngineer), by hand
    cc: copy to role(financeStaff)
  `,
  rules: `
    PT-R2 inventors: 发明人贡献度合计必须为100% | Contributions must total 100%
    PT-R3 inventors: 必须指定一名第一发明人 | Exactly one first inventor is required
    PT-R4 publishDate warn also at patentEngineer: 已公开超过6个月，可能丧失新颖性 | Disclosed more than 6 months ago, novelty may be lost
    PT-R5 grade at patentEngineer: 评定为不申请，请拒绝 | Graded “do not file”, please refuse
    PT-R6 inventors: 发明人重复 | Two rows have the same inventor
    PT-R7 publishDate: 公开日期不能晚于今天 | The disclosure date can’t be in the future
    PT-R8 expectDate: 期望申请日不能早于今天 | The desired filing date can’t be in the past
    PT-R9 filingDate at patentFile: 申请日不能晚于今天 | The filing date can’t be in the future
    PT-R10 stateDate at patentState: 状态日期不能早于申请日，也不能晚于今天 | The date can’t be before the filing date or in the future
  `,
})
