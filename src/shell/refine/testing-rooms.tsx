import { Create, Edit, EditButton, FilterDropdown, getDefaultSortOrder, List, Show, ShowButton, useForm, useSelect,
  useTable } from '@refinedev/antd'
import { getDefaultFilter, useMany, useShow } from '@refinedev/core'
import { Form, Input, Select, Space, Table, Typography } from 'antd'

interface Room {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly keeper: string
}

interface Person {
  readonly id: string
  readonly name: string
}

/** A list as in Refine's antd tutorial: sorting, a column filter, names of referenced records by `useMany`. */
export function RoomList() {
  const { tableProps, sorters, filters, result } = useTable<Room>({
    syncWithLocation: true,
    sorters: { initial: [{ field: 'name', order: 'asc' }] },
    filters: { initial: [{ field: 'keeper', operator: 'in', value: [] }] },
  })
  const { result: keepers } = useMany<Person>({ resource: 'person', ids: result?.data?.map(({ keeper }) => keeper) ?? [] })
  const { selectProps } = useSelect<Person>({ resource: 'person', optionLabel: 'name',
    defaultValue: getDefaultFilter('keeper', filters, 'in') })
  return (
    <List>
      <Table {...tableProps} rowKey="id">
        <Table.Column dataIndex="name" title="Name" sorter defaultSortOrder={getDefaultSortOrder('name', sorters)}
          filterDropdown={(props) => (
            <FilterDropdown {...props}>
              <Input placeholder="Part of the name" />
            </FilterDropdown>
          )} />
        <Table.Column dataIndex="keeper" title="Keeper" render={(id: string) => keepers?.data?.find((each) => each.id === id)?.name ?? id}
          filterDropdown={(props) => (
            <FilterDropdown {...props} mapValue={(selectedKeys) => selectedKeys.map(String)}>
              <Select mode="multiple" style={{ minWidth: 200 }} {...selectProps} />
            </FilterDropdown>
          )} defaultFilteredValue={getDefaultFilter('keeper', filters, 'in')} />
        <Table.Column
          title="Actions"
          render={(_, { id }: Room) => (
            <Space>
              <ShowButton hideText size="small" recordItemId={id} />
              <EditButton hideText size="small" recordItemId={id} />
            </Space>
          )}
        />
      </Table>
    </List>
  )
}

/** The form of create and edit, with a person selected by `useSelect`. */
function RoomFields({ keeper }: { keeper?: string | undefined }) {
  const { selectProps } = useSelect<Person>({ resource: 'person', optionLabel: 'name', ...(keeper && { defaultValue: keeper }) })
  return (
    <>
      <Form.Item label="Name" name="name" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item label="Keeper" name="keeper">
        <Select {...selectProps} />
      </Form.Item>
    </>
  )
}

/** A page that creates a record. */
export function RoomCreate() {
  const { formProps, saveButtonProps } = useForm<Room>()
  return (
    <Create saveButtonProps={saveButtonProps}>
      <Form {...formProps} layout="vertical">
        <RoomFields />
      </Form>
    </Create>
  )
}

/** A page that updates a record, with the version that was read. */
export function RoomEdit() {
  const { formProps, saveButtonProps, query } = useForm<Room>()
  return (
    <Edit saveButtonProps={saveButtonProps}>
      <Form {...formProps} layout="vertical">
        <RoomFields keeper={query?.data?.data.keeper} />
        <Form.Item name="version" hidden>
          <Input />
        </Form.Item>
      </Form>
    </Edit>
  )
}

/** A page that shows a record. */
export function RoomShow() {
  const { query } = useShow<Room>()
  return (
    <Show isLoading={query.isLoading}>
      <Typography.Title level={5}>Name</Typography.Title>
      <Typography.Text>{query.data?.data.name}</Typography.Text>
    </Show>
  )
}
