import { AlignLeftOutlined, ApartmentOutlined, BorderOutlined, CalculatorOutlined, CalendarOutlined, CheckSquareOutlined,
  ClockCircleOutlined, DollarOutlined, DownSquareOutlined, EnvironmentOutlined, FieldBinaryOutlined, FieldNumberOutlined, FieldTimeOutlined,
  FileTextOutlined, FontSizeOutlined, FormOutlined, InfoCircleOutlined, LinkOutlined, PaperClipOutlined, PercentageOutlined,
  PoweroffOutlined, ProfileOutlined, ProjectOutlined, StarOutlined, SwapOutlined, TableOutlined, TagsOutlined, TeamOutlined,
  UserOutlined } from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { FieldKind, HostKind } from '#kernel/fields.ts'

const icons: Readonly<Record<HostKind, ComponentType>> = {
  text: FontSizeOutlined,
  textarea: AlignLeftOutlined,
  number: FieldNumberOutlined,
  integer: FieldBinaryOutlined,
  money: DollarOutlined,
  percent: PercentageOutlined,
  date: CalendarOutlined,
  datetime: FieldTimeOutlined,
  time: ClockCircleOutlined,
  daterange: SwapOutlined,
  select: DownSquareOutlined,
  multiselect: TagsOutlined,
  radio: CheckSquareOutlined,
  checkbox: CheckSquareOutlined,
  switch: PoweroffOutlined,
  cascader: EnvironmentOutlined,
  person: UserOutlined,
  people: TeamOutlined,
  department: ApartmentOutlined,
  reference: ProfileOutlined,
  currency: DollarOutlined,
  process: ProjectOutlined,
  documentLink: LinkOutlined,
  attachment: PaperClipOutlined,
  richtext: FileTextOutlined,
  rate: StarOutlined,
  calculated: CalculatorOutlined,
  title: BorderOutlined,
  plaintext: InfoCircleOutlined,
  table: TableOutlined,
}

/** The sign of a kind of fields. */
export function KindIcon({ kind }: { kind: FieldKind }) {
  const Icon = icons[kind as HostKind] ?? FormOutlined
  return (
    <span className="third normal" aria-hidden>
      <Icon />
    </span>
  )
}
