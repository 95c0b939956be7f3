import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { nvrAdartApply } from './index.ts'

describeType(nvrAdartApply, {
  about:
    'NVR ADART授权申请 | NVR ADART licence permission | /nvr-adart-apply | /nvr-adart-apply-detail | NVRA | web+mini | stays when completed | no budget',
  parts: [header],
  fields: `
    action radio(licenceAction): required, trend
    oldDoc documentLink(nvrAdartApply): to 1, when action in ("extend","revoke"), visible when action in ("extend","revoke")
    users table: required, from 1 to 50, editable at licenceAdmin
    users.person person: required
    users.jobNo calculated
    users.department department: read-only
    users.account text: required, to 30
    users.scopes multiselect(licenceScope): required
    models table: from 1, when action != "revoke", visible when action != "revoke"
    models.material material: required
    models.licenceType select(channel 通道/Channel; ai 智能/AI; platform 平台/Platform; trial 试用/Trial): required
    models.quantity integer: required, from 1
    models.model calculated: visible when false
    customer customer
    project project
    validFrom date: editable at licenceAdmin, when action != "revoke", visible when action != "revoke"
    validTo date: editable at licenceAdmin, when action != "revoke", visible when action != "revoke"
    licenceNo text: at licenceAdmin, to 40, editable at licenceAdmin, when action = "grant"
    reason textarea: required, to 500
    pledge checkbox
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    productOwner: any of selectUser(1)
    rdDirector: any of role(rdDirector), when (some u in users satisfies list contains(u.scopes,"admin")) or sum(models.quantity) >= 500
    vp: all of vicePresident(applicantDept), when customer != null and sum(models.quantity) >= 2000
    licenceAdmin: any of role(licenceAdmin), by hand
    cc: copy to rowPersons(users.person)
  `,
  rules: `
    NA-R1 validTo also at licenceAdmin: 有效期不能超过12个月 | The validity can’t exceed 12 months
    NA-R2 pledge: 请阅读并同意授权管理规定 | Accept the licence rules
    NA-R5 validFrom: 有效期不能早于今天 | The validity can’t start in the past
    NA-R6 validTo also at licenceAdmin: 有效期自不能晚于有效期至 | The start must not be later than the end
    NA-R7 users also at licenceAdmin: 授权人员不能重复 | Each person can be listed only once
    NA-R8 models: 同一型号与授权类型不能重复 | A model can be listed only once per licence type
  `,
})
