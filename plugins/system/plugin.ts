import { definePlugin, type Menu } from '#kernel/plugin.ts'
import { defineResource, type Resource } from '#kernel/resource.ts'
import { defineFields, department, integer, text, toggle } from '#kernel/fields.ts'
import { positionLevels } from './dictionaries/position-levels.ts'
import { calendarMissing, calendarRule, holiday } from './lists/holiday.ts'
import { cn, en } from './texts.ts'
import { cn as peopleCn, en as peopleEn } from './people/texts.ts'
import { roles } from './roles.ts'
import { canAudit, canDictionary, canFactory, canHoliday, canMenu, canOrganisation, canRisk, canRole, canScope, canTerminal, canUpdateLog,
  canUser, canWhitelist } from './permissions.ts'
import { dictionaryItem, dictionaryType } from './dictionaries/dictionary.ts'
import { riskArea } from './lists/risk-area.ts'

/** Plant of the group, with its SAP code. */
const factory = defineResource({
  name: 'factory',
  cn: '工厂',
  en: 'Plant',
  base: '/system',
  path: '/system/factory',
  table: 'factory',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '工厂编码', en: 'Plant code', required: true, pattern: '^[0-9]{4}$', max: 4 }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 60 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 100 }),
    enterpriseId: department({ cn: '所属公司', en: 'Company' }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['code', 'nameCn', 'nameEn', 'enterpriseId', 'enable'],
  filters: ['enable'],
  search: ['code', 'nameCn', 'nameEn'],
  can: canFactory,
  scope: 'everyone',
  enable: 'enable',
  offers: 'factory',
  optionFields: ['code'],
})

/** File type allowed for uploads; a change applies to the next upload. */
const fileType = defineResource({
  name: 'fileWhitelist',
  cn: '文件类型',
  en: 'File type',
  base: '/system',
  path: '/system/whitelist',
  table: 'file_whitelist',
  key: 'value',
  fields: defineFields({
    value: text({ cn: '扩展名', en: 'Extension', required: true, pattern: '^[*]?[.]?[A-Za-z0-9]+([.][A-Za-z0-9]+)*$', max: 20,
      placeholder: { cn: '如 pdf 或 *.tar.gz', en: 'Such as pdf or *.tar.gz' } }),
    maxSize: integer({ cn: '单个上限（MB）', en: 'Max size (MB)', min: 1, max: 200,
      hint: { cn: '不填则为 200M', en: 'Defaults to 200M' } }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['value', 'maxSize', 'enable'],
  filters: ['enable'],
  search: ['value'],
  can: canWhitelist,
  scope: 'everyone',
  enable: 'enable',
})

/** Lists maintained by administrators: dictionaries, holidays, areas and others. */
const listResources: readonly Resource[] = [dictionaryType, dictionaryItem, holiday, fileType, riskArea, factory]

const listPermissions = [canDictionary, canHoliday, canWhitelist, canRisk, canFactory, canTerminal, canAudit].flatMap((can) =>
  Object.values(can)
)

const listMenus: readonly Menu[] = [
  { id: 'system-dict', parent: 'system', cn: '字典', en: 'Dictionaries', icon: 'book', path: dictionaryType.path, needs: canDictionary.view,
    sort: 50 },
  { id: 'system-holiday', parent: 'system', cn: '节假日', en: 'Holidays', icon: 'calendar', path: holiday.path, needs: canHoliday.view,
    sort: 60 },
  { id: 'system-whitelist', parent: 'system', cn: '文件白名单', en: 'File whitelist', icon: 'file-protect', path: fileType.path,
    needs: canWhitelist.view, sort: 62 },
  { id: 'system-risk', parent: 'system', cn: '风险地区', en: 'Risk areas', icon: 'environment', path: riskArea.path, needs: canRisk.view,
    sort: 64 },
  { id: 'system-terminal', parent: 'system', cn: '终端设置', en: 'Form availability', icon: 'laptop', path: '/system/terminal',
    needs: canTerminal.view, sort: 58 },
  { id: 'system-factory', parent: 'system', cn: '工厂', en: 'Plants', icon: 'shop', path: factory.path, needs: canFactory.view, sort: 66 },
  { id: 'system-audit', parent: 'system', cn: '审计日志', en: 'Audit log', icon: 'audit', path: '/system/audit', needs: canAudit.view,
    wholeOf: 'auditLog', sort: 95 },
]

/** Administration of the company: users, roles and rights, organisation, and lists. */
export default definePlugin({
  id: 'system',
  permissions: [...[canUser, canRole, canScope, canMenu, canOrganisation, canUpdateLog].flatMap((can) => Object.values(can)),
    ...listPermissions],
  resources: listResources,
  dictionaries: [positionLevels, calendarRule],
  roles,
  messageKinds: [calendarMissing],
  menus: [
    { id: 'system', cn: '系统管理', en: 'System', sort: 90 },
    { id: 'system-user', parent: 'system', cn: '用户', en: 'Users', icon: 'user', path: '/system/user', needs: canUser.view, sort: 10 },
    { id: 'system-role', parent: 'system', cn: '角色', en: 'Roles', icon: 'safety', path: '/system/role', needs: canRole.view, sort: 20 },
    { id: 'system-menu', parent: 'system', cn: '菜单', en: 'Menu', icon: 'menu', path: '/system/menu', needs: canMenu.view, sort: 25 },
    { id: 'cards-and-trips', cn: '行程与联系人', en: 'Trips and contacts', sort: 70 },
    { id: 'user-manage', parent: 'cards-and-trips', cn: '通讯录', en: 'Address book', icon: 'contacts', path: '/user-manage', sort: 30 },
    { id: 'system-org', parent: 'system', cn: '组织', en: 'Organisation', icon: 'apartment', path: '/system/org',
      needs: canOrganisation.view, sort: 30 },
    { id: 'system-data-scope', parent: 'system', cn: '数据权限', en: 'Data scopes', icon: 'safety-certificate', path: '/system/data-scope',
      needs: canScope.view, sort: 22 },
    { id: 'system-sync-log', parent: 'system', cn: '同步日志', en: 'Sync log', icon: 'swap', path: '/system/sync-log',
      needs: canOrganisation.sync, wholeOf: 'syncLog', sort: 90 },
    ...listMenus,
    { id: 'help', cn: '帮助', en: 'Help', sort: 95 },
    { id: 'user-guide', parent: 'help', cn: '用户指南', en: 'User guide', icon: 'read', path: '/user-guide', sort: 10 },
    { id: 'update-log', parent: 'help', cn: '更新日志', en: 'What’s new', icon: 'rocket', path: '/update-log',
      buttons: Object.values(canUpdateLog), sort: 20 },
    { id: 'profile', parent: 'help', cn: '个人资料', en: 'Profile', icon: 'user', path: '/profile', sort: 30 },
  ],
  pages: [{ path: '/oa-user', cn: '用户', en: 'Users' }],
  locales: { cn: { ...cn, ...peopleCn }, en: { ...en, ...peopleEn } },
})
