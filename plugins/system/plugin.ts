import { definePlugin } from '#kernel/plugin.ts'
import { positionLevels } from './dictionaries/position-levels.ts'
import { calendarMissing, calendarRule } from './lists/holiday.ts'
import { listMenus, listPermissions, listResources } from './lists/declarations.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import peopleCn from './people/locales/cn.ts'
import peopleEn from './people/locales/en.ts'
import { roles } from './roles.ts'
import { canMenu, canOrganisation, canRole, canScope, canUpdateLog, canUser } from './permissions.ts'

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
