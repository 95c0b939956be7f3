import { lazyPage } from '#shell/routing/chunks.ts'
import type { PageRoute } from '#shell/app-config.ts'
import { canAudit, canDictionary, canMenu, canOrganisation, canRole, canScope, canTerminal, canUser } from '#plugins/system/permissions.ts'
import { canPush } from '#plugins/messages/permissions.ts'
import { canRate } from '#plugins/currencies/permissions.ts'
import { can as canDriver } from '#plugins/drivers/permissions.ts'
import { canBook } from '#plugins/library/permissions.ts'
import { anyFinance, canParameter } from '#plugins/finance/permissions.ts'
import { can as canProject } from '#plugins/projects/permissions.ts'

const FinancePage = lazyPage(async () => (await import('#plugins/finance/pages/FinancePage.tsx')).FinancePage)
const ParametersPage = lazyPage(async () => (await import('#plugins/finance/pages/parameters/ParametersPage.tsx')).ParametersPage)
const ProjectsPage = lazyPage(async () => (await import('#plugins/projects/pages/ProjectsPage.tsx')).ProjectsPage)
const MessageCentrePage = lazyPage(async () => (await import('#plugins/messages/pages/MessageCentrePage.tsx')).MessageCentrePage)
const PushPage = lazyPage(async () => (await import('#plugins/messages/pages/push/PushPage.tsx')).PushPage)
const RatesPage = lazyPage(async () => (await import('#plugins/currencies/pages/RatesPage.tsx')).RatesPage)
const BudgetsPage = lazyPage(async () => (await import('#plugins/budgets/pages/BudgetsPage.tsx')).BudgetsPage)
const AuditPage = lazyPage(async () => (await import('#plugins/system/pages/audit/AuditPage.tsx')).AuditPage)
const TerminalsPage = lazyPage(async () => (await import('#plugins/system/pages/terminals/TerminalsPage.tsx')).TerminalsPage)
const MenusPage = lazyPage(async () => (await import('#plugins/system/pages/menus/MenusPage.tsx')).MenusPage)
const AddressBookPage = lazyPage(async () => (await import('#plugins/system/pages/address-book/AddressBookPage.tsx')).AddressBookPage)
const OrganisationPage = lazyPage(async () => (await import('#plugins/system/pages/organisation/OrganisationPage.tsx')).OrganisationPage)
const DictionariesPage = lazyPage(async () => (await import('#plugins/system/pages/dictionaries/DictionariesPage.tsx')).DictionariesPage)
const UsersPage = lazyPage(async () => (await import('#plugins/system/pages/users/UsersPage.tsx')).UsersPage)
const RolesPage = lazyPage(async () => (await import('#plugins/system/pages/roles/RolesPage.tsx')).RolesPage)

const DataScopePage = lazyPage(async () => (await import('#plugins/system/pages/data-scope/DataScopePage.tsx')).DataScopePage)
const SyncLogPage = lazyPage(async () => (await import('#plugins/system/pages/sync-log/SyncLogPage.tsx')).SyncLogPage)
const UpdatesPage = lazyPage(async () => (await import('#plugins/system/pages/updates/UpdatesPage.tsx')).UpdatesPage)
const GuidePage = lazyPage(async () => (await import('#plugins/system/pages/guide/GuidePage.tsx')).GuidePage)
const ProfilePage = lazyPage(async () => (await import('#plugins/system/pages/profile/ProfilePage.tsx')).ProfilePage)
const MyTripsPage = lazyPage(async () => (await import('#plugins/journeys/pages/MyTripsPage.tsx')).MyTripsPage)
const TravelDetailPage = lazyPage(async () => (await import('#plugins/journeys/pages/TravelDetailPage.tsx')).TravelDetailPage)

const DriversPage = lazyPage(async () => (await import('#plugins/drivers/pages/DriversPage.tsx')).DriversPage)
const BooksPage = lazyPage(async () => (await import('#plugins/library/pages/BooksPage.tsx')).BooksPage)

/** Pages that modules draw themselves, each a chunk of its own; at the path of a declared resource they stand in for its list. */
export const pages: readonly PageRoute[] = [
  { path: '/message-center', title: { cn: '消息中心', en: 'Messages' }, component: MessageCentrePage, tab: '/message-center', isPlain: true },
  { path: '/system/push', title: { cn: '消息推送', en: 'Deliveries' }, component: PushPage, needs: canPush.view, isPlain: true },
  { path: '/financial-management', title: { cn: '财务总览', en: 'Finance overview' }, component: FinancePage, needs: anyFinance, isPlain: true },
  { path: '/finance-parameters', title: { cn: '标准与参数', en: 'Standards and limits' }, component: ParametersPage, needs: canParameter.view, isPlain: true },
  { path: '/project-management', title: { cn: '项目管理', en: 'Project management' }, component: ProjectsPage, needs: canProject.view },
  { path: '/exchange-management', title: { cn: '汇率管理', en: 'Exchange rates' }, component: RatesPage, needs: canRate.view, isPlain: true },
  // Heads of departments see their own without a permission: whether there is anything to see is the server's answer.
  { path: '/annual-budget-management', title: { cn: '年度预算', en: 'Annual budgets' }, component: BudgetsPage, isPlain: true },
  { path: '/books', title: { cn: '图书', en: 'Books' }, component: BooksPage, needs: canBook.view },
  { path: '/driver-management', title: { cn: '驾驶员', en: 'Drivers' }, component: DriversPage, needs: canDriver.view },
  { path: '/system/role', title: { cn: '角色', en: 'Roles' }, component: RolesPage, needs: canRole.view, isPlain: true },
  { path: '/system/user', title: { cn: '用户', en: 'Users' }, component: UsersPage, needs: canUser.view, isPlain: true },
  { path: '/oa-user', title: { cn: '用户', en: 'Users' }, component: UsersPage, needs: canUser.view, isPlain: true },
  { path: '/user-manage', title: { cn: '通讯录', en: 'Address book' }, component: AddressBookPage, isPlain: true },
  { path: '/system/menu', title: { cn: '菜单', en: 'Menu' }, component: MenusPage, needs: canMenu.view, isPlain: true },
  { path: '/system/org', title: { cn: '组织', en: 'Organisation' }, component: OrganisationPage, needs: canOrganisation.view, isPlain: true },
  { path: '/system/dict', title: { cn: '字典', en: 'Dictionaries' }, component: DictionariesPage, needs: canDictionary.view },
  { path: '/system/terminal', title: { cn: '终端设置', en: 'Terminal settings' }, component: TerminalsPage, needs: canTerminal.view, isPlain: true },
  { path: '/system/data-scope', title: { cn: '数据权限', en: 'Data scopes' }, component: DataScopePage, needs: canScope.view, isPlain: true },
  { path: '/system/sync-log', title: { cn: '同步日志', en: 'Synchronisation log' }, component: SyncLogPage, needs: canOrganisation.sync, isPlain: true },
  { path: '/update-log', title: { cn: '更新日志', en: 'Update log' }, component: UpdatesPage, isPlain: true },
  { path: '/profile', title: { cn: '个人资料', en: 'Profile' }, component: ProfilePage, isPlain: true },
  { path: '/user-guide', title: { cn: '用户指南', en: 'User guide' }, component: GuidePage, isPlain: true },
  { path: '/system/audit', title: { cn: '审计日志', en: 'Audit log' }, component: AuditPage, needs: canAudit.view },
  { path: '/my-trips', title: { cn: '我的行程', en: 'My trips' }, component: MyTripsPage, isPlain: true },
  { path: '/travel-detail', title: { cn: '行程详情', en: 'Trip details' }, component: TravelDetailPage, isPlain: true },
]
