import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { licenceEnds, vpnClosed, vpnEnds } from './message-kinds.ts'
import { nvrLicence } from './nvr-licence.ts'
import { can, canLicence } from './permissions.ts'
import { nvrAdartApply } from './types/nvrAdartApply/index.ts'
import { sapPermissionApplication } from './types/sapPermissionApplication/index.ts'
import { vpnApply } from './types/vpnApply/index.ts'
import { vpnAccount } from './vpn-account.ts'

const forms = [nvrAdartApply, vpnApply, sapPermissionApplication]

/** Access to systems: VPN accounts and recorder licences with their registers, and SAP permissions. */
export default definePlugin({
  id: 'it-access',
  requires: ['documents', 'forms', 'masters', 'projects', 'system'],
  permissions: [...Object.values(can), ...Object.values(canLicence), ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  forms,
  resources: [vpnAccount, nvrLicence],
  dictionaries,
  roles: [{ key: 'licenceAdmin', cn: '授权管理员', en: 'Licence administrator', sort: 41 }],
  roleScopes: [{ key: 'sapModule', cn: 'SAP模块', en: 'SAP module', dict: 'sapModule' }],
  messageKinds: [vpnEnds, vpnClosed, licenceEnds],
  menus: [
    { id: 'it-access', cn: '信息化', en: 'IT', sort: 75 },
    { id: 'vpn-accounts', parent: 'it-access', cn: vpnAccount.cn, en: 'VPN accounts', icon: 'key', path: vpnAccount.path, needs: can.view,
      sort: 10 },
    { id: 'nvr-licences', parent: 'it-access', cn: nvrLicence.cn, en: 'NVR licences', icon: 'safety-certificate', path: nvrLicence.path,
      needs: canLicence.view, sort: 20 },
  ],
  locales: { cn, en },
})
