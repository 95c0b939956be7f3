import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { canAudit, canDictionary, canMenu, canOrganisation, canRole, canScope, canTerminal, canUser } from './permissions.ts'

const RolesPage = lazyPage(async () => (await import('./pages/roles/RolesPage.tsx')).RolesPage)
const UsersPage = lazyPage(async () => (await import('./pages/users/UsersPage.tsx')).UsersPage)
const AddressBookPage = lazyPage(async () => (await import('./pages/address-book/AddressBookPage.tsx')).AddressBookPage)
const MenusPage = lazyPage(async () => (await import('./pages/menus/MenusPage.tsx')).MenusPage)
const OrganisationPage = lazyPage(async () => (await import('./pages/organisation/OrganisationPage.tsx')).OrganisationPage)
const DictionariesPage = lazyPage(async () => (await import('./pages/dictionaries/DictionariesPage.tsx')).DictionariesPage)
const TerminalsPage = lazyPage(async () => (await import('./pages/terminals/TerminalsPage.tsx')).TerminalsPage)
const DataScopePage = lazyPage(async () => (await import('./pages/data-scope/DataScopePage.tsx')).DataScopePage)
const SyncLogPage = lazyPage(async () => (await import('./pages/sync-log/SyncLogPage.tsx')).SyncLogPage)
const UpdatesPage = lazyPage(async () => (await import('./pages/updates/UpdatesPage.tsx')).UpdatesPage)
const ProfilePage = lazyPage(async () => (await import('./pages/profile/ProfilePage.tsx')).ProfilePage)
const GuidePage = lazyPage(async () => (await import('./pages/guide/GuidePage.tsx')).GuidePage)
const AuditPage = lazyPage(async () => (await import('./pages/audit/AuditPage.tsx')).AuditPage)
const WorkdaysLeft = lazyPage(async () => (await import('./pages/workdays/WorkdaysLeft.tsx')).WorkdaysLeft)
const LatestUpdates = lazyPage(async () => (await import('./pages/updates/LatestUpdates.tsx')).LatestUpdates)
const AdministrationItems = lazyPage(async () => (await import('./pages/action-items/AdministrationItems.tsx')).AdministrationItems)

export default defineBrowserPlugin({
  id: 'system',
  pages: [
    { path: '/system/role', title: { cn: '角色', en: 'Roles' }, component: RolesPage, needs: canRole.view },
    { path: '/system/user', title: { cn: '用户', en: 'Users' }, component: UsersPage, needs: canUser.view },
    { path: '/oa-user', title: { cn: '用户', en: 'Users' }, component: UsersPage, needs: canUser.view },
    { path: '/user-manage', title: { cn: '通讯录', en: 'Address book' }, component: AddressBookPage },
    { path: '/system/menu', title: { cn: '菜单', en: 'Menu' }, component: MenusPage, needs: canMenu.view },
    { path: '/system/org', title: { cn: '组织', en: 'Organisation' }, component: OrganisationPage, needs: canOrganisation.view },
    { path: '/system/dict', title: { cn: '字典', en: 'Dictionaries' }, component: DictionariesPage, needs: canDictionary.view },
    { path: '/system/terminal', title: { cn: '终端设置', en: 'Form availability' }, component: TerminalsPage, needs: canTerminal.view },
    { path: '/system/data-scope', title: { cn: '数据权限', en: 'Data scopes' }, component: DataScopePage, needs: canScope.view },
    { path: '/system/sync-log', title: { cn: '同步日志', en: 'Sync log' }, component: SyncLogPage, needs: canOrganisation.sync },
    { path: '/update-log', title: { cn: '更新日志', en: 'What’s new' }, component: UpdatesPage },
    { path: '/profile', title: { cn: '个人资料', en: 'Profile' }, component: ProfilePage },
    { path: '/user-guide', title: { cn: '用户指南', en: 'User guide' }, component: GuidePage },
    { path: '/system/audit', title: { cn: '审计日志', en: 'Audit log' }, component: AuditPage, needs: canAudit.view },
  ],
  home: [{ id: 'administration', component: AdministrationItems, place: 'top' }, { id: 'workdays', component: WorkdaysLeft,
    place: 'greeting' }, { id: 'updates', component: LatestUpdates, place: 'last' }],
  messageCentre: [{ id: 'updates', component: LatestUpdates }],
  profile: [{ id: 'updates', title: { cn: '更新日志', en: 'What’s new' }, component: LatestUpdates }],
})
