import {
  ApartmentOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BarChartOutlined, BellOutlined, BookOutlined, BulbOutlined,
  CalendarOutlined, CarOutlined, CheckCircleOutlined, ClockCircleOutlined, CloudOutlined, CodeOutlined, ContactsOutlined,
  CreditCardOutlined, DatabaseOutlined, DollarOutlined, EnvironmentOutlined, ExperimentOutlined, FileDoneOutlined,
  FileOutlined, FileProtectOutlined, FileSearchOutlined, FileTextOutlined, FolderOutlined, FundOutlined, GiftOutlined,
  GlobalOutlined, HistoryOutlined, HomeOutlined, IdcardOutlined, InboxOutlined, KeyOutlined, LaptopOutlined,
  LineChartOutlined, LinkOutlined, MailOutlined, MenuOutlined, MessageOutlined, PartitionOutlined, PayCircleOutlined, PieChartOutlined,
  ProfileOutlined, ProjectOutlined, QuestionCircleOutlined, ReadOutlined, ReconciliationOutlined, RocketOutlined,
  SafetyCertificateOutlined, ScheduleOutlined, SendOutlined, SettingOutlined, ShopOutlined, ShoppingCartOutlined,
  SolutionOutlined, SwapOutlined, TagsOutlined, TeamOutlined, ToolOutlined, TransactionOutlined, TrophyOutlined,
  UnorderedListOutlined, UserOutlined, UserSwitchOutlined, WalletOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType>> = {
  apartment: ApartmentOutlined, appstore: AppstoreOutlined, audit: AuditOutlined, bank: BankOutlined,
  'bar-chart': BarChartOutlined, bell: BellOutlined, book: BookOutlined, bulb: BulbOutlined, calendar: CalendarOutlined,
  car: CarOutlined, 'check-circle': CheckCircleOutlined, 'clock-circle': ClockCircleOutlined, cloud: CloudOutlined,
  code: CodeOutlined, contacts: ContactsOutlined, 'credit-card': CreditCardOutlined, database: DatabaseOutlined,
  dollar: DollarOutlined, environment: EnvironmentOutlined, experiment: ExperimentOutlined, file: FileOutlined,
  'file-done': FileDoneOutlined, 'file-protect': FileProtectOutlined, 'file-search': FileSearchOutlined,
  'file-text': FileTextOutlined, folder: FolderOutlined, fund: FundOutlined, gift: GiftOutlined, global: GlobalOutlined,
  history: HistoryOutlined, home: HomeOutlined, idcard: IdcardOutlined, inbox: InboxOutlined, key: KeyOutlined,
  laptop: LaptopOutlined, 'line-chart': LineChartOutlined, link: LinkOutlined, mail: MailOutlined, menu: MenuOutlined,
  message: MessageOutlined, partition: PartitionOutlined, 'pay-circle': PayCircleOutlined, 'pie-chart': PieChartOutlined, profile: ProfileOutlined,
  project: ProjectOutlined, 'question-circle': QuestionCircleOutlined, read: ReadOutlined,
  reconciliation: ReconciliationOutlined, rocket: RocketOutlined, safety: SafetyCertificateOutlined,
  'safety-certificate': SafetyCertificateOutlined, schedule: ScheduleOutlined, send: SendOutlined, setting: SettingOutlined,
  shop: ShopOutlined, 'shopping-cart': ShoppingCartOutlined, solution: SolutionOutlined, swap: SwapOutlined, tags: TagsOutlined,
  team: TeamOutlined, tool: ToolOutlined, transaction: TransactionOutlined, trophy: TrophyOutlined,
  'unordered-list': UnorderedListOutlined, user: UserOutlined, 'user-switch': UserSwitchOutlined, wallet: WalletOutlined,
}

/** Every name that has an icon of its own. */
export const iconNames: readonly string[] = Object.keys(icons)

/** Draws an icon by name; an unknown name is a page. Ant Design's own names (`HomeOutlined`) are understood too. */
export default function NamedIcon({ name }: { name: string }) {
  const Found = icons[name] ?? icons[dashed(name)] ?? FileTextOutlined
  return <Found />
}

const dashed = (name: string) => name.replace(/Outlined$/, '').replace(/(?!^)[A-Z]/g, (mail) => `-${mail}`).toLowerCase()
