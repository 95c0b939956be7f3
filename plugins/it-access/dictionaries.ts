import type { Dictionary } from '#kernel/plugin.ts'
import { days, dictionary, parameters } from '#plugins/forms/kit.ts'

export const dictionaries: readonly Dictionary[] = [
  dictionary('vpnAction', '申请类型', 'VPN action', 'open 开通/Open; extend 延期/Extend; change 权限变更/Change access; close 注销/Close'),
  dictionary('vpnUserType', '使用人类型', 'VPN user type',
    'employee 员工/Employee; supplier 供应商/Supplier; customer 客户/Customer; intern 实习/Intern; vendor 外包/Outsourced'),
  dictionary('vpnAccountState', 'VPN账号状态', 'VPN account state', 'active 有效/Active; expired 已到期/Expired; closed 已注销/Closed'),
  dictionary('sapPermAction', 'SAP权限申请类型', 'SAP access action',
    'newUser 新建用户/New user; addRole 增加权限/Add role; removeRole 删除权限/Remove role; copy 参照复制/Copy from user; lock 锁定/Lock; ' +
      'unlock 解锁重置/Unlock or reset; close 离职注销/Close'),
  dictionary('sapModule', 'SAP模块', 'SAP module', 'FI FI; CO CO; MM MM; SD SD; PP PP; QM QM; PM PM; PS PS; WM WM; BW BW'),
  dictionary('licenceAction', '授权申请类型', 'Licence action', 'grant 新增授权/Grant; extend 延期/Extend; revoke 取消/Revoke'),
  dictionary('licenceScope', '授权范围', 'Licence scope',
    'generate 生成/Generate; query 查询/Query; export 导出/Export; admin 管理/Administer'),
  dictionary('licenceState', 'NVR授权状态', 'NVR licence state', 'active 有效/Active; expired 已到期/Expired; revoked 已取消/Revoked'),
  parameters('vpnRule', { cn: 'VPN账号标准', en: 'VPN account standards' }, {
    employeeDays: ['365', '员工账号最长期限', 'Maximum term, employee account', days],
    externalDays: ['180', '外部人员账号最长期限', 'Maximum term, external account', days],
    remindDays: ['7', '到期前提醒天数', 'Remind before expiry', days],
  }),
]
