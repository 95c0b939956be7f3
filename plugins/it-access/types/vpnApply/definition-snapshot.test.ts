import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { vpnApply } from './index.ts'

const outside = 'when not(userType in ("employee","intern")), visible when not(userType in ("employee","intern"))'

describeType(vpnApply, {
  about: '外部VPN账号申请 | External VPN account | /vpn-apply | /vpn-apply-detail | VPNS | web+mini | stays when completed | no budget',
  parts: [header],
  fields: `
    action radio(vpnAction): required, trend
    userType radio(vpnUserType): required, trend
    person person: when userType in ("employee","intern"), visible when userType in ("employee","intern")
    externalName text: to 30, ${outside}
    externalCompany text: to 100, ${outside}
    phone text: required, ^1[3-9]\\d{9}$
    email text: required, to 100 ^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$
    guarantor person: trend, ${outside}
    sponsorDept department: system, visible when false
    accountName text: ^[A-Za-z0-9._-]{3,30}$, editable at itAdmin, when action != "open"
    period daterange: editable at itAdmin, when action in ("open","extend"), visible when action in ("open","extend")
    resources table: from 1 to 20, editable at itAdmin, when action in ("open","change"), visible when action in ("open","change")
    resources.system text: required, to 60
    resources.host text: required, ^((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}|[A-Za-z][A-Za-z0-9-]{0,62}(\\.[A-Za-z0-9-]{1,63}){0,6})(:\\d{1,5})?$
    resources.purpose text: required, to 200
    device radio(company 公司电脑/Company PC; personal 个人电脑/Personal PC; mobile 手机/Mobile): required
    mac text: ^([0-9A-F]{2}[-:]){5}[0-9A-F]{2}$, when device = "company", visible when device = "company"
    reason textarea: required, to 500
    nda attachment: pdf/jpg/png, when not(userType in ("employee","intern")) and action = "open", visible when not(userType in ("employee","intern"))
    pledge checkbox: required
  `,
  nodes: `
    deptHead: any of departmentHead(sponsorDept)
    itSecurity: any of role(itAdmin), when userType != "employee" or device = "personal"
    vp: all of vicePresident(applicantDept), when userType in ("supplier","customer","vendor")
    itAdmin: any of role(itAdmin), by hand, opinion
    cc: copy to person(person) + person(guarantor)
  `,
  rules: `
    VP-R1 period also at itAdmin: 外部人员使用期限不能超过{days}天 | External access can’t exceed {days} days
    VP-R1e period also at itAdmin: 员工使用期限不能超过{days}天 | An employee’s access can’t exceed {days} days
    VP-R4 period: 开始日期不能早于今天 | The period can’t start in the past
    VP-R5 accountName at itAdmin: 请输入VPN账号 | Please enter VPN account
  `,
})
